package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.mcp.RawHttpServer.Connection;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.Delivery;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StreamableHttpTransportTest {

  private static final String SECRET = "Bearer s3cret-token";

  private final RecordedEvents events = new RecordedEvents();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  /** A server that does the handshake by itself and leaves calls to the script. */
  private RawHttpServer server(RawHttpServer.Script calls) throws IOException {
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (!handshake(request, connection)) {
            calls.answer(request, connection);
          }
        });
    open.add(server);
    return server;
  }

  private static boolean handshake(Request request, Connection connection) throws IOException {
    if (request.method().equals("GET") && request.header("Last-Event-ID").isEmpty()) {
      connection.answer(405, "", "");
    } else if (request.method().equals("DELETE")) {
      connection.answer(200, "", "");
    } else if (request.rpcMethod().equals("initialize")) {
      connection.json(
          reply(request, "{\"protocolVersion\":\"2025-06-18\"}"), "Mcp-Session-Id: session-1");
    } else if (request.rpcMethod().startsWith("notifications/")) {
      connection.answer(202, "", "");
    } else {
      return false;
    }
    return true;
  }

  private SupervisedTransport transport(URI url) {
    SupervisedTransport transport =
        HttpTransports.create("fms", settings(url, Map.of("Authorization", SECRET)));
    open.add(() -> transport.closeGracefully().block());
    transport.supervise(events);
    transport.connect(events.handler()).block();
    return transport;
  }

  static McpServerSettings settings(URI url, Map<String, String> headers) {
    return new McpServerSettings(
        McpServerSettings.Transport.STREAMABLE_HTTP,
        null,
        List.of(),
        Map.of(),
        null,
        url,
        headers,
        false,
        Duration.ofSeconds(5),
        null,
        null,
        0,
        true,
        List.of(),
        new McpServerSettings.Restart(Duration.ofSeconds(1), Duration.ofSeconds(60), 2, 0.2),
        List.of("*"),
        List.of(),
        Map.of());
  }

  private SupervisedTransport connected(RawHttpServer server) {
    SupervisedTransport transport = transport(server.url("/mcp"));
    initialize(transport);
    return transport;
  }

  private static void initialize(SupervisedTransport transport) {
    send(transport, new JSONRPCRequest("initialize", "init", Map.of()));
    send(transport, new JSONRPCNotification("notifications/initialized"));
  }

  private static void send(SupervisedTransport transport, JSONRPCMessage message) {
    transport.sendMessage(message).block(Duration.ofSeconds(5));
  }

  private static void call(SupervisedTransport transport, String id) {
    send(transport, new JSONRPCRequest("tools/call", id, Map.of("name", id)));
  }

  @Test
  void aCallIsAPostOfItsOwnWithSessionVersionAndHeaders() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").result()).isEqualTo(Map.of());
    Request first = server.rpc("initialize").getFirst();
    assertThat(first.headers())
        .doesNotContainKeys("Mcp-Session-Id", "MCP-Protocol-Version", "Upgrade");
    Request call = server.rpc("tools/call").getFirst();
    assertThat(call.headers())
        .containsEntry("Mcp-Session-Id", "session-1")
        .containsEntry("MCP-Protocol-Version", "2025-06-18")
        .containsEntry("Accept", "application/json, text/event-stream")
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Authorization", SECRET)
        .doesNotContainKeys("Transfer-Encoding", "Upgrade");
    assertThat(call.header("User-Agent")).startsWith("outlast/");
  }

  @ParameterizedTest
  @CsvSource({"202,''", "204,''", "200,''", "200,'null'", "200,'{}'"})
  void any2xxTakesANotification(int status, String body) throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    server.script((request, connection) -> {
      if (request.rpcMethod().startsWith("notifications/")) {
        connection.answer(status, body.isEmpty() ? "" : "application/json", body);
      } else if (!handshake(request, connection)) {
        connection.result(request, "{}");
      }
    });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error()).isNull();
  }

  @Test
  void messagesOfAStreamComeInOrderAroundItsReply() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.write(": hello\n\nretry: 10\n\n");
          for (int i = 0; i < 50; i++) {
            connection.event(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":"
                    + i
                    + "}}");
          }
          connection.event("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}");
          connection.event(reply(request, "{\"ok\":\"Ωμέγα 🎈\"}"));
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").result()).isEqualTo(Map.of("ok", "Ωμέγα 🎈"));
    assertThat(events.of(JSONRPCNotification.class))
        .extracting(n -> (Object) ((Map<?, ?>) n.params()).get("progress"))
        .containsExactlyElementsOf(
            java.util.stream.IntStream.range(0, 50).mapToObj(i -> (Object) i).toList());
    assertThat(events.of(JSONRPCRequest.class)).extracting(JSONRPCRequest::id).containsExactly(7);
    assertThat(events.of(ExchangeLost.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"before the head", "in a dripping body", "in an event stream"})
  void anAbortClosesTheSocketAtAnyStageAndIsNotReported(String stage) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          if (stage.equals("in a dripping body")) {
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{\"jso");
          } else if (stage.equals("in an event stream")) {
            connection.stream();
            connection.write("id: 1\ndata:\n\n");
          }
          begun.countDown();
          connection.untilClosed(closed);
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(begun.await(5, TimeUnit.SECONDS)).isTrue();
    transport.abort("c-1");
    assertThat(closed.await(2, TimeUnit.SECONDS)).isTrue();
    transport.abort("c-1");
    transport.abort("unknown");
    server.script((request, connection) -> connection.result(request, "{}"));
    call(transport, "c-2");
    events.reply("c-2");
    assertThat(events.of(ExchangeLost.class)).isEmpty();
    assertThat(events.of(Lost.class)).isEmpty();
    assertThat(server.requests("GET")).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void aStreamThatEndsWithoutItsReplyIsALostExchangeAtOnce() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    ExchangeLost lost = events.first(ExchangeLost.class);
    assertThat(lost.id()).isEqualTo("c-1");
    assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(lost.detail()).contains("ended without the reply");
    assertThat(events.of(Lost.class)).isEmpty();
    assertThat(server.rpc("tools/call")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset", "close", "half a body", "half an event"})
  void aBrokenExchangeMayHaveBeenExecutedAndHarmsNoOther(String how) throws Exception {
    CountDownLatch broken = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          if (request.id().equals("good")) {
            broken.await(5, TimeUnit.SECONDS);
            connection.result(request, "{}");
            return;
          }
          switch (how) {
            case "reset" -> connection.reset();
            case "half a body" ->
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
            case "half an event" -> {
              connection.stream();
              connection.write("id: 9\ndata: {\"jsonrpc\"");
            }
            default -> {}
          }
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "good");
    call(transport, "bad");
    ExchangeLost lost = events.first(ExchangeLost.class);
    broken.countDown();
    assertThat(lost.id()).isEqualTo("bad");
    assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    events.reply("good");
    assertThat(events.of(Lost.class)).isEmpty();
    assertThat(server.rpc("tools/call")).hasSize(2);
  }

  @Test
  void aStreamThatBreaksAfterAnIdIsTakenUpAgainAfterTheRetryTime() throws Exception {
    List<Long> at = new java.util.concurrent.CopyOnWriteArrayList<>();
    RawHttpServer server =
        server((request, connection) -> {
          at.add(System.nanoTime());
          connection.stream();
          if (request.method().equals("POST")) {
            connection.write("\uFEFFid: e-1\r\nretry: 300\r\ndata:\r\n\r\n");
          } else if (request.header("Last-Event-ID").equals("e-1")) {
            connection.write("id: e-2\ndata:\n\n");
          } else {
            connection.event("{\"jsonrpc\":\"2.0\",\"id\":\"c-1\",\"result\":{\"resumed\":true}}");
          }
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").result()).isEqualTo(Map.of("resumed", true));
    assertThat(server.rpc("tools/call")).hasSize(1);
    List<Request> gets =
        server.requests("GET").stream().filter(r -> !r.header("Last-Event-ID").isEmpty()).toList();
    assertThat(gets).extracting(r -> r.header("Last-Event-ID")).containsExactly("e-1", "e-2");
    assertThat(gets.getFirst().headers())
        .containsEntry("Mcp-Session-Id", "session-1")
        .containsEntry("Authorization", SECRET)
        .containsEntry("Accept", "text/event-stream");
    assertThat(at.get(1) - at.get(0)).isGreaterThanOrEqualTo(Duration.ofMillis(290).toNanos());
    assertThat(events.of(ExchangeLost.class)).isEmpty();
  }

  @Test
  void aRefusedResumptionIsALostExchange() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          if (request.method().equals("GET")) {
            connection.answer(405, "text/plain", "no streams here");
            return;
          }
          connection.stream();
          connection.write("id: e-1\ndata:\n\n");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    ExchangeLost lost = events.first(ExchangeLost.class);
    assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(lost.detail()).contains("405", "no streams here");
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void resumptionsThatBringNothingAreBounded() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.write("id: e-1\n\n");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    ExchangeLost lost = events.first(ExchangeLost.class);
    assertThat(lost.detail()).contains("5 attempts");
    assertThat(server.requests("GET").stream().filter(r -> !r.header("Last-Event-ID").isEmpty()))
        .hasSize(5);
  }

  @Test
  void anAbortEndsAResumptionThatWaits() throws Exception {
    CountDownLatch cut = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.write("id: e-1\nretry: 400\n\n");
          cut.countDown();
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(cut.await(5, TimeUnit.SECONDS)).isTrue();
    await().pollDelay(Duration.ofMillis(100)).until(() -> true);
    transport.abort("c-1");
    await()
        .during(Duration.ofMillis(600))
        .atMost(Duration.ofSeconds(2))
        .until(() ->
            server.requests("GET").stream().noneMatch(r -> !r.header("Last-Event-ID").isEmpty()));
    assertThat(events.of(ExchangeLost.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500|text/html|<h1>boom</h1>|HTTP 500|boom",
        "400|application/json|{\"why\":\"bad\"}|HTTP 400|bad",
        "200|text/html|<p>login</p>|text/html|login",
        "200|application/json|{\"jsonrpc\":|HTTP 200|jsonrpc",
        "200|application/json|''|HTTP 200|empty body",
        "202|''|''|HTTP 202|empty body",
      })
  void anAnswerThatIsNoReplyIsAnErrorReplyNamingIt(
      int status, String type, String body, String named, String quoted) throws Exception {
    RawHttpServer server = server((request, connection) -> connection.answer(status, type, body));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    JSONRPCResponse reply = events.reply("c-1");
    assertThat(reply.error().code()).isEqualTo(-32603);
    assertThat(reply.error().message()).contains(named, quoted);
    assertThat(events.of(ExchangeLost.class)).isEmpty();
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void aJsonRpcErrorWithAnHttpErrorKeepsItsCode() throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(
                400,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32602,\"message\":\"unknown tool\"}}"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().code()).isEqualTo(-32602);
    assertThat(events.reply("c-1").error().message()).contains("400", "unknown tool");
  }

  @Test
  void aGarbledReplyInAStreamIsAnErrorReply() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.event("{\"jsonrpc\":\"2.0\",\"id\":\"c-1\",\"res");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("cannot be read");
  }

  @Test
  void anEndlessBodyIsCutOffAtItsLimit() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          connection.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[");
          byte[] chunk = " ".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.UTF_8);
          try {
            while (true) {
              connection.write(chunk);
            }
          } catch (IOException e) {
            closed.countDown();
            throw e;
          }
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("too long");
    assertThat(closed.await(5, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404|application/json|{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}",
        "404|text/plain|nothing here",
        "400|application/json|{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Bad Request: No valid session ID provided\"}}",
        "400|text/plain|unknown session",
        "503|application/json|{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Session not found\"}}",
        "200|application/json|{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"}}",
        "200|text/event-stream|{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"}}",
        "200|text/event-stream|{\"jsonrpc\":\"2.0\",\"id\":\"c-1\",\"error\":{\"code\":-32600,\"message\":\"Invalid session\"}}",
      })
  void aLostSessionIsReportedAfterItsCallThatWasNotExecuted(int status, String type, String body)
      throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(
                status, type, type.contains("event") ? "data: " + body + "\n\n" : body));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.SESSION_LOST);
    ExchangeLost call = events.first(ExchangeLost.class);
    assertThat(call.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(events.all.indexOf(call)).isLessThan(events.all.indexOf(lost));
    assertThat(events.of(JSONRPCResponse.class))
        .extracting(JSONRPCResponse::id)
        .doesNotContain("c-1");
    assertThatThrownBy(() -> call(transport, "c-2"))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> {
              assertThat(failure.loss()).isEqualTo(TransportLoss.SESSION_LOST);
              assertThat(failure.mayHaveLeft()).isFalse();
            });
  }

  @Test
  void aToolsOwnErrorAboutSomeSessionIsNoLostSession() throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.json(
                "{\"jsonrpc\":\"2.0\",\"id\":\"c-1\",\"error\":{\"code\":-32603,\"message\":\"invalid session of the shop\"}}"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("shop");
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void callsThatRunIntoTheLostSessionTogetherAreAllNotExecuted() throws Exception {
    CountDownLatch allThere = new CountDownLatch(5);
    RawHttpServer server =
        server((request, connection) -> {
          allThere.countDown();
          allThere.await(5, TimeUnit.SECONDS);
          connection.answer(404, "text/plain", "gone");
        });
    SupervisedTransport transport = connected(server);
    for (int i = 0; i < 5; i++) {
      call(transport, "c-" + i);
    }
    Lost lost = events.first(Lost.class);
    List<Object> before = events.all.subList(0, events.all.indexOf(lost));
    assertThat(before.stream().filter(ExchangeLost.class::isInstance).map(ExchangeLost.class::cast))
        .hasSize(5)
        .allMatch(call -> call.delivery() == Delivery.NOT_SENT);
    assertThat(events.of(Lost.class)).hasSize(1);
  }

  @Test
  void aLossDoesNotWaitForACallThatStaysUnanswered() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          if (request.id().equals("hangs")) {
            connection.untilClosed(closed);
          }
          connection.answer(404, "", "");
        });
    SupervisedTransport transport = connected(server);
    call(transport, "hangs");
    await().until(() -> server.rpc("tools/call").size() == 1);
    long before = System.nanoTime();
    call(transport, "c-1");
    events.first(Lost.class);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
    assertThat(events.of(ExchangeLost.class)).extracting(ExchangeLost::id).containsExactly("c-1");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void refusedCredentialsAreALossOfTheConnection(int status) throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(status, "text/plain", "wrong: " + request.header("Authorization")));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.UNAUTHORIZED);
    assertThat(lost.detail()).contains(String.valueOf(status)).doesNotContain("s3cret");
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void aServerThatIsNotThereIsUnreachableAndTheCallWasNotSent() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    SupervisedTransport transport = connected(server);
    server.close();
    await().until(() -> refuses(server.port()));
    call(transport, "c-1");
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.UNREACHABLE);
    assertThat(lost.detail()).contains("127.0.0.1:" + server.port());
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  private static boolean refuses(int port) {
    try (var socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401,UNAUTHORIZED",
    "403,UNAUTHORIZED",
    "404,MISCONFIGURED",
    "405,MISCONFIGURED",
    "500,UNREACHABLE",
    "503,UNREACHABLE",
    "200,MISCONFIGURED"
  })
  void aFailedHandshakeIsAnErrorOfItsSender(int status, TransportLoss loss) throws Exception {
    RawHttpServer server =
        new RawHttpServer(
            (request, connection) -> connection.answer(status, "text/html", "<p>hello</p>"));
    open.add(server);
    SupervisedTransport transport = transport(server.url("/mcp"));
    assertThatThrownBy(() -> initialize(transport))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> {
              assertThat(failure.loss()).isEqualTo(loss);
              assertThat(failure)
                  .hasMessageContaining("HTTP " + status)
                  .hasMessageContaining("hello");
            });
    assertThat(events.all).isEmpty();
  }

  @Test
  void aHandshakeWithNobodyIsAnErrorOfItsSender() {
    SupervisedTransport refused = transport(URI.create("http://127.0.0.1:1/mcp"));
    assertThatThrownBy(() -> initialize(refused))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> {
              assertThat(failure.loss()).isEqualTo(TransportLoss.UNREACHABLE);
              assertThat(failure.mayHaveLeft()).isFalse();
              assertThat(failure).hasMessageContaining("127.0.0.1:1");
            });
    SupervisedTransport unknown = transport(URI.create("http://no-such-host.invalid/mcp"));
    assertThatThrownBy(() -> initialize(unknown))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> assertThat(failure.loss()).isEqualTo(TransportLoss.UNREACHABLE))
        .hasMessageContaining("unknown host");
  }

  @Test
  void givingUpTheHandshakeClosesItsSocket() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        new RawHttpServer((request, connection) -> connection.untilClosed(closed));
    open.add(server);
    SupervisedTransport transport = transport(server.url("/mcp"));
    var waiting =
        transport.sendMessage(new JSONRPCRequest("initialize", "init", Map.of())).subscribe();
    await().until(() -> !server.requests.isEmpty());
    waiting.dispose();
    assertThat(closed.await(2, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectToAnotherOriginIsRefusedAndNamed(int status) throws Exception {
    RawHttpServer elsewhere = server((request, connection) -> connection.result(request, "{}"));
    RawHttpServer server =
        new RawHttpServer((request, connection) ->
            connection.answer(status, "", "", "Location: " + elsewhere.url("/mcp?token=t0ken")));
    open.add(server);
    SupervisedTransport transport = transport(server.url("/mcp"));
    assertThatThrownBy(() -> initialize(transport))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> assertThat(failure.loss()).isEqualTo(TransportLoss.MISCONFIGURED))
        .hasMessageContaining("127.0.0.1:" + elsewhere.port())
        .hasMessageNotContaining("t0ken");
    assertThat(elsewhere.requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectAtTheSameOriginIsFollowedWithMethodBodyAndHeaders(int status) throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    server.script((request, connection) -> {
      if (request.path().equals("/mcp")) {
        connection.answer(status, "", "", "Location: /mcp/");
      } else if (!handshake(request, connection)) {
        connection.result(request, "{}");
      }
    });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    events.reply("c-1");
    Request moved =
        server.rpc("tools/call").stream()
            .filter(r -> r.path().equals("/mcp/"))
            .findFirst()
            .orElseThrow();
    assertThat(moved.method()).isEqualTo("POST");
    assertThat(moved.headers())
        .containsEntry("Authorization", SECRET)
        .containsEntry("Mcp-Session-Id", "session-1");
  }

  @Test
  void redirectsWithoutEndAreMisconfigured() throws Exception {
    RawHttpServer server =
        new RawHttpServer((request, connection) ->
            connection.answer(307, "", "", "Location: " + request.path() + "x"));
    open.add(server);
    SupervisedTransport transport = transport(server.url("/mcp"));
    assertThatThrownBy(() -> initialize(transport)).hasMessageContaining("without end");
    assertThat(server.requests).hasSize(4);
  }

  @Test
  void theListeningStreamIsAskedForOnceWhenItIsNotOnOffer() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    server.script((request, connection) -> {
      if (request.method().equals("GET")) {
        connection.answer(200, "text/plain", "hello");
      } else if (!handshake(request, connection)) {
        connection.result(request, "{}");
      }
    });
    connected(server);
    await().until(() -> server.requests("GET").size() == 1);
    await()
        .during(Duration.ofMillis(1500))
        .atMost(Duration.ofSeconds(3))
        .until(() -> server.requests("GET").size() == 1);
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void theListeningStreamDeliversAndIsReopenedAfterAPauseOnly() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    server.script((request, connection) -> {
      if (request.method().equals("GET")) {
        connection.stream();
        connection.write("id: g-1\n");
        connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        connection.end();
      } else if (!handshake(request, connection)) {
        connection.result(request, "{}");
      }
    });
    SupervisedTransport transport = connected(server);
    assertThat(events.first(JSONRPCNotification.class).method()).endsWith("list_changed");
    await().atMost(Duration.ofSeconds(3)).until(() -> server.requests("GET").size() == 2);
    assertThat(server.requests("GET").get(1).header("Last-Event-ID")).isEqualTo("g-1");
    call(transport, "c-1");
    events.reply("c-1");
    await()
        .during(Duration.ofMillis(1200))
        .atMost(Duration.ofSeconds(3))
        .until(() -> server.requests("GET").size() == 2);
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void closingEndsTheSessionAndEveryExchangeAndReportsNothing() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server = server((request, connection) -> connection.untilClosed(closed));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    await().until(() -> !server.rpc("tools/call").isEmpty());
    transport.closeGracefully().block(Duration.ofSeconds(3));
    assertThat(closed.await(2, TimeUnit.SECONDS)).isTrue();
    assertThat(server.requests("DELETE")).hasSize(1);
    assertThat(server.requests("DELETE").getFirst().headers())
        .containsEntry("Mcp-Session-Id", "session-1")
        .containsEntry("Authorization", SECRET);
    assertThat(events.of(ExchangeLost.class)).isEmpty();
    assertThat(events.of(Lost.class)).isEmpty();
    assertThatThrownBy(() -> call(transport, "c-2")).isInstanceOf(TransportFailure.class);
  }

  @Test
  void closingDoesNotWaitForAServerThatHangs() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    server.script((request, connection) -> {
      if (request.method().equals("DELETE")) {
        connection.untilClosed(closed);
      } else {
        handshake(request, connection);
      }
    });
    SupervisedTransport transport = connected(server);
    long before = System.nanoTime();
    transport.closeGracefully().block(Duration.ofSeconds(5));
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(1500));
    assertThat(closed.await(2, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void hundredsOfHungCallsHoldNoThreadAndAllCloseTheirSockets() throws Exception {
    int calls = 300;
    CountDownLatch closed = new CountDownLatch(calls);
    RawHttpServer server = server((request, connection) -> connection.untilClosed(closed));
    SupervisedTransport transport = connected(server);
    int threadsBefore = platformThreads();
    for (int i = 0; i < calls; i++) {
      call(transport, "c-" + i);
    }
    await().atMost(Duration.ofSeconds(15)).until(() -> server.rpc("tools/call").size() == calls);
    assertThat(platformThreads() - threadsBefore).isLessThan(30);
    for (int i = 0; i < calls; i++) {
      transport.abort("c-" + i);
    }
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(events.of(ExchangeLost.class)).isEmpty();
  }

  private static int platformThreads() {
    return Thread.getAllStackTraces().size();
  }

  @Test
  void aClosedTransportLeavesNoThreadBehind() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    events.reply("c-1");
    AtomicInteger before = new AtomicInteger(selectors());
    assertThat(before.get()).isPositive();
    transport.closeGracefully().block();
    await().atMost(Duration.ofSeconds(5)).until(() -> selectors() < before.get());
  }

  private static int selectors() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("HttpClient"))
            .count();
  }
}
