package io.outlast.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs Prometheus' own unit tests of the alerts, with series and what must fire when. */
class AlertRulesTest {

  @Test
  void alertsFireWhenTheyShouldAndOnlyThen() throws IOException, InterruptedException {
    Process promtool = promtool("test", "rules", "src/test/resources/deploy/alerts-test.yml");
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(promtool.waitFor()).as(said).isZero();
  }

  private static Process promtool(String... arguments) throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = "promtool";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    try {
      return builder.start();
    } catch (IOException e) {
      return abort("promtool, of the package prometheus, is not installed");
    }
  }
}
