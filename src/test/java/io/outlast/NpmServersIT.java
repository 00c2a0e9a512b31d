package io.outlast;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class NpmServersIT {

  @Test
  void everythingSpeaksStdio() throws IOException {
    assertThat(greeting(NpmServers.everything("stdio"))).contains("\"serverInfo\"", "everything");
  }

  @Test
  void filesystemSpeaksStdio(@TempDir Path folder) throws IOException {
    assertThat(greeting(NpmServers.filesystem(folder))).contains("\"serverInfo\"", "filesystem");
  }

  private static String greeting(List<String> command) throws IOException {
    Process server =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader answers = server.inputReader(UTF_8)) {
      server
          .outputWriter(UTF_8)
          .append("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":")
          .append("{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},")
          .append("\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n")
          .flush();
      return answers.readLine();
    } finally {
      server.destroy();
    }
  }
}
