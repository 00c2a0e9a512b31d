package io.outlast.bench.peer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The floor: two model calls and one MCP call, with the JDK's client and nothing else. It has a timeout for a tool call and does no more when that fires. */
public final class Floor implements Agent {

  private static final String ASK =
      "{\"model\":\"fake\",\"messages\":[{\"role\":\"system\",\"content\":\"You do what you are told.\"},{\"role\":\"user\",\"content\":\"%s\"}%s],\"tools\":"
          + "[{\"type\":\"function\",\"function\":{\"name\":\"work\",\"description\":\"Takes its time\",\"parameters\":{\"type\":\"object\","
          + "\"properties\":{\"seconds\":{\"type\":\"number\"},\"mark\":{\"type\":\"string\"}}}}}]}";
  private static final String RESULT =
      ",{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"work\",\"arguments\":\"%s\"}}]}"
          + ",{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"it is done\"}";
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"work\",\"arguments\":%s}}";
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"floor\",\"version\":\"1\"}}}";
  private static final Pattern ARGUMENTS = Pattern.compile("\"arguments\":\"(\\{.*?\\})\"");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();
  private final AtomicLong ids = new AtomicLong();
  private final Surroundings around;
  private final LineServer stdio;
  private final String session;

  private Floor(Surroundings around) throws IOException, InterruptedException {
    this.around = around;
    this.stdio = around.stdio().isEmpty() ? null : new LineServer(around.stdio());
    this.session = stdio == null ? hello() : "";
    if (stdio != null) {
      stdio.ask(0, HELLO, around.toolTimeout());
    }
  }

  public static void main(String[] args) throws Exception {
    Harness.serve(args, Floor::new);
  }

  @Override
  public void run(String input) throws Exception {
    String first = post(around.modelUrl() + "/chat/completions", ASK.formatted(input, ""));
    Matcher arguments = ARGUMENTS.matcher(first);
    if (!arguments.find()) {
      throw new IllegalStateException(first);
    }
    String escaped = arguments.group(1);
    long id = ids.incrementAndGet();
    String call = CALL.formatted(id, escaped.replace("\\\"", "\""));
    String result = Harness.tool(() -> stdio == null ? mcp(call) : stdio.ask(id, call, around.toolTimeout()));
    if (!result.contains("it is done")) {
      throw new IllegalStateException(result);
    }
    String last = post(around.modelUrl() + "/chat/completions", ASK.formatted(input, RESULT.formatted(escaped)));
    if (!last.contains("The work is done.")) {
      throw new IllegalStateException(last);
    }
  }

  private String hello() throws IOException, InterruptedException {
    return http.send(request(around.mcpUrl(), HELLO).build(), BodyHandlers.ofString()).headers().firstValue("Mcp-Session-Id").orElse("");
  }

  private String mcp(String message) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(around.mcpUrl(), message).header("Accept", "application/json, text/event-stream").timeout(around.toolTimeout());
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    return http.send(request.build(), BodyHandlers.ofString()).body();
  }

  private String post(String url, String body) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request(url, body).build(), BodyHandlers.ofString());
    return response.body();
  }

  private static HttpRequest.Builder request(String url, String body) {
    return HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
  }
}
