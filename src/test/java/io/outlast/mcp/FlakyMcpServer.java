package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stdio server that misbehaves as asked (see {@code flaky-mcp-server.mjs}), and what it received.
 */
final class FlakyMcpServer implements FaultyServer {

  private final Path log;
  private final Map<String, String> properties = new HashMap<>();

  FlakyMcpServer(Path folder, String options) throws IOException {
    Assumptions.assumeTrue(nodeIsThere(), "needs node on the PATH");
    log = Files.createFile(folder.resolve("received-" + System.nanoTime() + ".jsonl"));
    set("command", "node").set("args[0]", script()).set("args[1]", log.toString());
    set("args[2]", options);
  }

  FlakyMcpServer set(String name, String value) {
    properties.put(name, value);
    return this;
  }

  /** Started by a shell that runs this script, with the command as its arguments. */
  FlakyMcpServer behind(String script) {
    List<String> command = new ArrayList<>(List.of("-c", script, "sh", properties.get("command")));
    for (int i = 0; properties.containsKey("args[" + i + "]"); i++) {
      command.add(properties.get("args[" + i + "]"));
    }
    set("command", "sh");
    for (int i = 0; i < command.size(); i++) {
      set("args[" + i + "]", command.get(i));
    }
    return this;
  }

  static Path node() throws IOException {
    Process which = new ProcessBuilder("sh", "-c", "command -v node").start();
    return Path.of(new String(which.getInputStream().readAllBytes(), UTF_8).strip());
  }

  @Override
  public McpServerSettings settings() {
    ServerBlock block = new ServerBlock();
    properties.forEach(block::set);
    return block.settings();
  }

  /** A stdio server with this command line. */
  static McpServerSettings bind(List<String> command, Map<String, String> env) {
    ServerBlock block = new ServerBlock().set("command", command.getFirst());
    for (int i = 1; i < command.size(); i++) {
      block.set("args[" + (i - 1) + "]", command.get(i));
    }
    env.forEach((name, value) -> block.set("env." + name, value));
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

  /** Its process ends with the client that started it. */
  @Override
  public void close() {}

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
