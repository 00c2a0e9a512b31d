package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import io.outlast.tool.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StreamableResumptionTest extends StreamableFixture {

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
  void aServerThatAlwaysSendsALittleCannotMakeUsSpin() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.write("id: e-1\n");
          connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    await().until(() -> server.requests("GET").size() >= 4);
    await()
        .during(Duration.ofMillis(600))
        .atMost(Duration.ofSeconds(2))
        .until(() -> server.requests("GET").size() <= 10);
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
}
