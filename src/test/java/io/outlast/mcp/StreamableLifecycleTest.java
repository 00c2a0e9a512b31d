package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StreamableLifecycleTest extends StreamableFixture {

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
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
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
