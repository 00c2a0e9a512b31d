package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import io.outlast.tool.Delivery;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StreamableLossTest extends StreamableFixture {

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
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    assertThat(events.of(ExchangeLost.class)).extracting(ExchangeLost::id).containsExactly("c-1");
  }

  @ParameterizedTest
  @CsvSource({"401,tools/call", "401,ping", "403,ping"})
  void refusedCredentialsAreALossOfTheConnection(int status, String method) throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(status, "text/plain", "wrong: " + request.header("Authorization")));
    SupervisedTransport transport = connected(server);
    send(transport, new JSONRPCRequest(method, "c-1", Map.of("name", "c-1")));
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.UNAUTHORIZED);
    assertThat(lost.detail()).contains(String.valueOf(status)).doesNotContain("s3cret");
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void aForbiddenCallIsAnErrorOfItsOwn() throws Exception {
    RawHttpServer server =
        server((request, connection) -> connection.answer(403, "text/plain", "not for you"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().code()).isEqualTo(ReplyRules.FORBIDDEN);
    assertThat(events.reply("c-1").error().message()).contains("403", "not for you");
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503, 504})
  void aGatewaysErrorSaysNothingOfWhatWasExecuted(int status) throws Exception {
    RawHttpServer server =
        server((request, connection) -> connection.answer(status, "text/html", "<p>busy</p>"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    ExchangeLost lost = events.first(ExchangeLost.class);
    assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(lost.detail()).contains("HTTP " + status, "busy");
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsUnreachableAndTheCallWasNotSent() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.result(request, "{}"));
    SupervisedTransport transport = connected(server);
    server.close();
    await().until(() -> refuses(server.port()));
    call(transport, "c-1");
    if (events.first(ExchangeLost.class).delivery() == Delivery.MAYBE_EXECUTED) {
      // It went into the kept-alive connection before the client saw that this was closed.
      call(transport, "c-2");
    }
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.UNREACHABLE);
    assertThat(lost.detail()).contains("127.0.0.1:" + server.port());
    assertThat(events.of(ExchangeLost.class).getLast().delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void aServerThatTakesNoConnectionIsUnreachableAndAnAbortInTheMeantimeIsQuiet() throws Exception {
    var full = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
    open.add(full);
    for (int i = 0; i < 2; i++) {
      open.add(new java.net.Socket(full.getInetAddress(), full.getLocalPort()));
    }
    URI url = URI.create("http://127.0.0.1:" + full.getLocalPort() + "/mcp");
    SupervisedTransport transport =
        HttpTransports.create("fms", settings(url, Map.of(), Duration.ofMillis(400)));
    open.add(() -> transport.closeGracefully().block());
    transport.supervise(events);
    call(transport, "given up");
    transport.abort("given up");
    call(transport, "c-1");
    Lost lost = events.first(Lost.class);
    assertThat(lost.loss()).isEqualTo(TransportLoss.UNREACHABLE);
    assertThat(lost.detail()).contains("took too long");
    assertThat(events.of(ExchangeLost.class)).extracting(ExchangeLost::id).containsExactly("c-1");
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  private static boolean refuses(int port) {
    try (var socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
