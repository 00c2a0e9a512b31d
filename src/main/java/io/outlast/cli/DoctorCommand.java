package io.outlast.cli;

import io.outlast.doctor.Doctor;
import io.outlast.doctor.DoctorReport;
import java.io.PrintStream;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints the doctor's report. */
final class DoctorCommand {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Class<?> application;
  private final Output output;

  DoctorCommand(Class<?> application, Output output) {
    this.application = application;
    this.output = output;
  }

  int execute(CommandLine.Doctor asked) {
    CommandContext start =
        new CommandContext(application)
            // The doctor changes nothing, so it leaves migrations to the service.
            .with("--spring.flyway.enabled=false")
            .with("--spring.datasource.hikari.connection-timeout=5000")
            .with("--spring.datasource.hikari.minimum-idle=0");
    DoctorReport report;
    try (ConfigurableApplicationContext context = start.start(asked.settings())) {
      report = context.getBean(Doctor.class).report();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.CANCELLED;
    } catch (RuntimeException e) {
      return cannotStart(asked, e);
    }
    print(asked.json() ? JSON.writeValueAsString(report) : DoctorText.of(report, output.colour()));
    return report.isBroken() ? ExitCode.FAILED : ExitCode.OK;
  }

  private int cannotStart(CommandLine.Doctor asked, RuntimeException e) {
    StartFailure failure = StartFailure.of(e);
    print(
        asked.json() ? JSON.writeValueAsString(failure) : DoctorText.of(failure, output.colour()));
    return ExitCode.FAILED;
  }

  private void print(String text) {
    PrintStream out = output.out();
    out.println(text.stripTrailing());
    out.flush();
  }
}
