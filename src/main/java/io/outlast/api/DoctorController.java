package io.outlast.api;

import io.outlast.doctor.Doctor;
import io.outlast.doctor.DoctorReport;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the report of {@code outlast doctor}. */
@RestController
@RequestMapping(path = "/v1/doctor", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "doctor")
class DoctorController {

  private final Doctor doctor;

  DoctorController(Doctor doctor) {
    this.doctor = doctor;
  }

  @GetMapping
  @Operation(
      operationId = "examine",
      summary = "Examine configuration, database, models and MCP servers")
  DoctorReport report() throws InterruptedException {
    return doctor.report();
  }
}
