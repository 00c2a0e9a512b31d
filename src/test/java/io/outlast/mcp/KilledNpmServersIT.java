package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.NpmServers;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolReply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real servers that are killed under load and go on where they were. */
@NullUnmarked
@Timeout(240)
class KilledNpmServersIT {

  @TempDir private Path folder;

  private static McpServerSettings stdio(List<String> command, Map<String, String> env) {
    return FlakyMcpServer.bind(command, env);
  }

  @Test
  void serverEverythingIsKilledUnderLoad() throws Exception {
    killed(
        stdio(NpmServers.everything("stdio"), Map.of()), "echo", Map.of("message", "still here"));
  }

  @Test
  void serverFilesystemIsKilledUnderLoad() throws Exception {
    Path root = folder.toRealPath();
    Path note = Files.writeString(root.resolve("note.txt"), "still here");
    killed(
        stdio(NpmServers.filesystem(root), Map.of()),
        "read_text_file",
        Map.of("path", note.toString()));
  }

  @Test
  void serverMemoryRemembersThroughKills() throws Exception {
    Path file = folder.toRealPath().resolve("memory.jsonl");
    Files.writeString(
        file,
        "{\"type\":\"entity\",\"name\":\"still here\",\"entityType\":\"x\",\"observations\":[]}\n");
    killed(
        stdio(NpmServers.memory(), Map.of("MEMORY_FILE_PATH", file.toString())),
        "read_graph",
        Map.of());
  }

  private static void killed(
      McpServerSettings settings, String tool, Map<String, Object> arguments) {
    try (OneServer one = new OneServer(settings)) {
      await().atMost(Duration.ofSeconds(40)).until(() -> one.view().state().equals("ready"));
      int tools = one.view().tools().size();
      int answered = 0;
      int lost = 0;
      for (int kill = 1; kill <= 3; kill++) {
        for (int i = 0; i < 20; i++) {
          if (i == 10) {
            Optional.ofNullable(one.view().pid())
                .flatMap(ProcessHandle::of)
                .ifPresent(ProcessHandle::destroyForcibly);
          }
          ToolReply reply = one.call(tool, arguments);
          switch (reply) {
            case ToolReply.Result result -> {
              assertThat(result.result().toString()).contains("still here");
              answered++;
            }
            case ToolReply.Lost gone -> lost++;
            case ToolReply other -> throw new AssertionError(other);
          }
        }
      }
      System.out.printf("%s: %d answered, %d lost, 3 kills%n", tool, answered, lost);
      assertThat(answered).isGreaterThanOrEqualTo(57);
      assertThat(one.view().restarts()).isEqualTo(3);
      assertThat(one.view().tools()).hasSize(tools);
    }
  }
}
