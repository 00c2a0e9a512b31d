package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stdio server that misbehaves as asked (see {@code flaky-mcp-server.mjs}), and what it received.
 */
final class FlakyMcpServer implements FaultyServer {

  private final Path log;
  private final String options;
  private final ServerBlock block = new ServerBlock();

  FlakyMcpServer(Path folder, String options) throws IOException {
    Assumptions.assumeTrue(nodeIsThere(), "needs node on the PATH");
    log = Files.createFile(folder.resolve("received-" + System.nanoTime() + ".jsonl"));
    this.options = options;
    set("command", "node").set("args[0]", script()).set("args[1]", log.toString());
    set("args[2]", options);
  }

  FlakyMcpServer set(String name, String value) {
    block.set(name, value);
    return this;
  }

  /** Started by a shell that runs this script, with the command as its arguments. */
  FlakyMcpServer behind(String script) {
    List<String> line = List.of("-c", script, "sh", "node", script(), log.toString(), options);
    set("command", "sh");
    for (int i = 0; i < line.size(); i++) {
      set("args[" + i + "]", line.get(i));
    }
    return this;
  }

  static Path node() throws IOException {
    Process which = new ProcessBuilder("sh", "-c", "command -v node").start();
    return Path.of(new String(which.getInputStream().readAllBytes(), UTF_8).strip());
  }

  @Override
  public McpServerSettings settings() {
    return block.settings();
  }

  @Override
  public List<JsonNode> everything() {
    return entries().stream().map(entry -> entry.get("message")).toList();
  }

  @Override
  public int openExchanges() {
    return 0;
  }

  /** The processes that received something, in the order of appearance. */
  List<Long> pids() {
    return entries().stream().map(entry -> entry.get("pid").asLong()).distinct().toList();
  }

  private List<JsonNode> entries() {
    try {
      List<JsonNode> entries = new ArrayList<>();
      String text = Files.readString(log);
      int end = text.lastIndexOf('\n');
      for (String line : text.substring(0, end + 1).split("\n")) {
        if (!line.isEmpty()) {
          entries.add(JsonMapper.shared().readTree(line));
        }
      }
      return entries;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its process ends with the client that started it. */
  @Override
  public void close() {}

  private static String script() {
    try {
      return Path.of(FlakyMcpServer.class.getResource("/flaky-mcp-server.mjs").toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean nodeIsThere() {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
