package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands as processes of their own, with the demo's agents and server. */
class CommandsIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LONG = Duration.ofSeconds(120);

  @TempDir Path folder;

  @Test
  void runPrintsTheRunAloneOnStandardOutput() throws Exception {
    Process run = start("run", "hello", "hi", "--json");
    assertThat(run.waitFor(LONG)).isTrue();
    assertThat(run.exitValue()).as(err()).isZero();
    JsonNode shown = JSON.readTree(out());
    assertThat(shown.at("/status").asString()).isEqualTo("completed");
    assertThat(shown.at("/output").asString()).contains("Hello from Outlast");
    assertThat(err()).contains("tool.dispatched demo.clock", "run.finished completed");
  }

  @Test
  void aSignalCancelsTheRunAndIsShownByTheExitCode() throws Exception {
    Process run = start("run", "stubborn", "hi", "--outlast.limits.tool-timeout=0");
    Awaitility.await().atMost(LONG).until(() -> err().contains("tool.dispatched demo.never"));
    // Process.destroy sends SIGTERM, which is handled as Ctrl-C is.
    run.destroy();
    assertThat(run.waitFor(Duration.ofSeconds(20))).isTrue();
    assertThat(run.exitValue()).as(err()).isEqualTo(ExitCode.CANCELLED);
    assertThat(out()).isEmpty();
    assertThat(err()).contains("run.finished cancelled");
  }

  @Test
  void anUnknownAgentIsAMistakeThatNamesTheKnownOnes() throws Exception {
    Process run = start("run", "nobody", "hi");
    assertThat(run.waitFor(LONG)).isTrue();
    assertThat(run.exitValue()).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("nobody", "hello");
  }

  @Test
  void theDoctorFailsForARequiredServerThatIsDown() throws Exception {
    Process doctor =
        start(
            "doctor",
            "--json",
            "--outlast.mcp.servers.needed.command=false",
            "--outlast.mcp.servers.needed.required=true");
    assertThat(doctor.waitFor(LONG)).isTrue();
    assertThat(doctor.exitValue()).as(err()).isEqualTo(ExitCode.FAILED);
    JsonNode report = JSON.readTree(out());
    assertThat(report.at("/status").asString()).isEqualTo("error");
    assertThat(report.at("/findings/0/subject").asString()).isEqualTo("server needed");
    assertThat(report.at("/servers").toString()).contains("demo__clock");
  }

  @Test
  void theDoctorReportsAConfigurationThatLetsNothingStart() throws Exception {
    Process doctor = start("doctor", "--json", "--outlast.limits.tool-timout=5s");
    assertThat(doctor.waitFor(LONG)).isTrue();
    assertThat(doctor.exitValue()).isEqualTo(ExitCode.FAILED);
    assertThat(JSON.readTree(out()).at("/findings/0/message").asString())
        .contains("tool-timout", "tool-timeout");
  }

  private Process start(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("io.outlast.OutlastApplication");
    command.addAll(List.of(args));
    command.add("--spring.profiles.active=demo");
    command.add("--outlast.data-dir=" + folder.resolve("data"));
    return new ProcessBuilder(command)
        .redirectOutput(file("out"))
        .redirectError(file("err"))
        .start();
  }

  private File file(String name) {
    return folder.resolve(name).toFile();
  }

  private String out() throws Exception {
    return Files.readString(folder.resolve("out")).strip();
  }

  private String err() throws Exception {
    return Files.readString(folder.resolve("err"));
  }
}
