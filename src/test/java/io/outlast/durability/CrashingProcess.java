package io.outlast.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts {@link CrashingService}. */
final class CrashingProcess {

  private final Path folder;
  private final Path log;

  CrashingProcess(Path folder) {
    this.folder = folder;
    this.log = folder.resolve("service.log");
  }

  /** Runs one to its end, returns its exit code. */
  int run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(CrashingService.class.getName(), folder.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS))
          .as(() -> "ended in time; its log: " + tail())
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  String tail() {
    try {
      String text = Files.readString(log);
      return text.substring(Math.max(0, text.length() - 3000));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
