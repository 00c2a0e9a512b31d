package io.outlast;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Entry point of the service and of its commands. */
@SpringBootApplication
public class OutlastApplication {

  public static void main(String[] args) {
    SpringApplication.run(OutlastApplication.class, args);
  }
}
