package io.outlast.doctor;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The doctor's report at {@code /actuator/doctor}. */
@Endpoint(id = "doctor")
class DoctorEndpoint {

  private final Doctor doctor;

  DoctorEndpoint(Doctor doctor) {
    this.doctor = doctor;
  }

  @ReadOperation
  DoctorReport report() throws InterruptedException {
    return doctor.report();
  }
}
