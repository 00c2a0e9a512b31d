package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import io.outlast.tool.Delivery;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class StreamableCallTest extends StreamableFixture {

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
  void aStreamThatStaysOpenAfterItsReplyIsClosed() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.event(reply(request, "{}"));
          connection.untilClosed(closed);
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    events.reply("c-1");
    assertThat(closed.await(3, TimeUnit.SECONDS)).isTrue();
    assertThat(events.of(ExchangeLost.class)).isEmpty();
  }

  @Test
  void hundredsOfHungCallsHoldNoThreadAndAllCloseTheirSockets() throws Exception {
    int calls = 200;
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
}
