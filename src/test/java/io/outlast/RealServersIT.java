package io.outlast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole service with real MCP servers over both transports, asked through its HTTP API. */
@Timeout(300)
class RealServersIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String AGENT =
      """
      ---
      model: rehearsal
      tools: ["*"]
      script:
        - calls:
            - {tool: everything__echo, args: {message: over stdio}}
            - {tool: everything__get-sum, args: {a: 2, b: 40}}
            - {tool: web__echo, args: {message: over http}}
            - {tool: web__trigger-long-running-operation, args: {duration: 1, steps: 4}}
        - calls: [{tool: files__write_file, args: {path: FOLDER/note.txt, content: "{{result.2}}"}}]
        - calls: [{tool: files__read_text_file, args: {path: FOLDER/note.txt}}]
        - text: "{{result.1}} / {{result.3}} / {{result.6}}"
      ---
      You are a test.
      """;

  @TempDir private Path folder;

  @Test
  void anAgentUsesRealServersOverStdioAndHttp() throws Exception {
    Path files = Files.createDirectory(folder.resolve("files")).toRealPath();
    Path agents = Files.createDirectory(folder.resolve("agents"));
    Files.writeString(agents.resolve("worker.md"), AGENT.replace("FOLDER", files.toString()));
    int port = freePort();
    Process web = everythingOverHttp(port);
    try (ConfigurableApplicationContext service =
        new SpringApplicationBuilder(OutlastApplication.class).run(settings(files, agents, port))) {
      String url = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");
      JsonNode accepted = call("POST", url + "/v1/runs", "{\"agent\":\"worker\",\"input\":\"go\"}");
      String run = url + "/v1/runs/" + accepted.path("id").asString();

      JsonNode ended = call("GET", run + "/wait?timeout=60s", null);

      assertThat(ended.path("status").asString()).as(ended.toString()).isEqualTo("completed");
      assertThat(ended.path("output").asString())
          .contains("over stdio", "over http", "The sum of 2 and 40 is 42");
      assertThat(Files.readString(files.resolve("note.txt"))).contains("42");
      JsonNode calls = call("GET", run + "/tool-calls", null).path("items");
      assertThat(calls).hasSize(6);
      assertThat(calls).allMatch(tool -> tool.path("status").asString().equals("succeeded"));
      assertThat(effect(calls, "write_file")).isNotEqualTo("read_only");
      assertThat(effect(calls, "read_text_file")).isEqualTo("read_only");
      assertThat(call("GET", run + "/events?limit=200", null).toString()).contains("tool.progress");
    } finally {
      web.destroy();
    }
  }

  private static String effect(JsonNode calls, String tool) {
    for (JsonNode call : calls) {
      if (call.path("tool").asString().equals(tool)) {
        return call.path("effect").asString();
      }
    }
    throw new AssertionError("no call of " + tool);
  }

  private String[] settings(Path files, Path agents, int port) {
    List<String> args = new ArrayList<>();
    args.add("--server.port=0");
    args.add("--outlast.data-dir=" + folder.resolve("data"));
    args.add("--outlast.agents.location=file:" + agents + "/");
    stdio(args, "everything", NpmServers.everything("stdio"));
    stdio(args, "files", NpmServers.filesystem(files));
    args.add("--outlast.mcp.servers.web.transport=streamable-http");
    args.add("--outlast.mcp.servers.web.url=http://127.0.0.1:" + port + "/mcp");
    return args.toArray(String[]::new);
  }

  private static void stdio(List<String> args, String name, List<String> command) {
    String key = "--outlast.mcp.servers." + name;
    args.add(key + ".command=" + command.getFirst());
    for (int i = 1; i < command.size(); i++) {
      args.add(key + ".args[" + (i - 1) + "]=" + command.get(i));
    }
  }

  private static Process everythingOverHttp(int port) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(NpmServers.everything("streamableHttp"));
    builder.environment().put("PORT", Integer.toString(port));
    Process server =
        builder
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await().atMost(Duration.ofSeconds(60)).until(() -> answers(port));
    return server;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static JsonNode call(String method, String url, String body) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url))
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body))
              .build();
      return JSON.readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
