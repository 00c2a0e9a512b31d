package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.mcp.RawHttpServer.Connection;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import io.outlast.tool.Delivery;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SseTransportTest {

  private final RecordedEvents events = new RecordedEvents();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch streamClosed = new CountDownLatch(1);
  private volatile @Nullable Connection openStream;

  private Connection stream() {
    return requireNonNull(openStream);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  /** A server that does the handshake by itself and leaves calls to the script. */
  private RawHttpServer server(RawHttpServer.Script calls) throws IOException {
    return serve((request, connection) -> {
      if (request.method().equals("GET")) {
        openStream(connection, "/messages?sessionId=1");
      } else if (request.rpcMethod().equals("initialize")) {
        connection.answer(202, "text/plain", "Accepted");
        stream().event(reply(request, "{\"protocolVersion\":\"2024-11-05\"}"));
      } else if (request.rpcMethod().startsWith("notifications/")) {
        connection.answer(202, "text/plain", "Accepted");
      } else {
        calls.answer(request, connection);
      }
    });
  }

  private RawHttpServer serve(RawHttpServer.Script script) throws IOException {
    RawHttpServer server = new RawHttpServer(script);
    open.add(server);
    return server;
  }

  private void openStream(Connection connection, String endpoint) throws IOException {
    connection.stream();
    openStream = connection;
    connection.write("event: endpoint\ndata: " + endpoint + "\n\n");
    connection.untilClosed(streamClosed);
  }

  private SupervisedTransport transport(URI url) {
    SupervisedTransport transport =
        new SseTransport(
            new HttpConversation(
                "old", StreamableFixture.settings(url, Map.of("X-Api-Key", "s3cret-key"))));
    open.add(() -> transport.closeGracefully().block());
    transport.supervise(events);
    transport.connect(events.handler()).subscribe(nothing -> {}, failure -> {});
    return transport;
  }

  private SupervisedTransport connected(RawHttpServer server) {
    SupervisedTransport transport = transport(server.url("/sse"));
    initialize(transport);
    return transport;
  }

  private static void initialize(SupervisedTransport transport) {
    transport
        .sendMessage(new JSONRPCRequest("initialize", "init", Map.of()))
        .block(Duration.ofSeconds(5));
    transport
        .sendMessage(new JSONRPCNotification("notifications/initialized"))
        .block(Duration.ofSeconds(5));
  }

  private static void call(SupervisedTransport transport, String id) {
    transport
        .sendMessage(new JSONRPCRequest("tools/call", id, Map.of("name", id)))
        .block(Duration.ofSeconds(5));
  }

  @Test
  void messagesGoToTheEndpointAndRepliesComeOnTheStream() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.answer(202, "", "");
          stream().write(": ping\r\n\r\nevent: message\r\n");
          stream().event(reply(request, "{\"ok\":true}"));
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").result()).isEqualTo(Map.of("ok", true));
    Request call = server.rpc("tools/call").getFirst();
    assertThat(call.path()).isEqualTo("/messages?sessionId=1");
    assertThat(call.header("X-Api-Key")).isEqualTo("s3cret-key");
    assertThat(server.requests("GET").getFirst().header("X-Api-Key")).isEqualTo("s3cret-key");
  }

  @Test
  void aReplyMayOvertakeTheAnswerToItsPost() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          stream().event(reply(request, "{}"));
          await().until(() -> !events.of(JSONRPCResponse.class).isEmpty());
          connection.reset();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    events.reply("c-1");
    await()
        .during(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(2))
        .until(() -> events.of(ExchangeLost.class).isEmpty());
  }

  @Test
  void theEndOfTheStreamIsTheLossOfTheConnection() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.answer(202, "", "");
          try {
            stream().end();
          } catch (IOException e) {
            // that is how it ends
          }
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.first(Lost.class).loss()).isEqualTo(TransportLoss.STREAM_CLOSED);
    assertThatThrownBy(() -> call(transport, "c-2"))
        .isInstanceOfSatisfying(
            TransportFailure.class, failure -> assertThat(failure.mayHaveLeft()).isFalse());
  }

  @Test
  void anEndpointAtAnotherOriginIsRefusedAndNamed() throws Exception {
    RawHttpServer server =
        serve((request, connection) -> openStream(connection, "http://127.0.0.1:9/messages"));
    SupervisedTransport transport = transport(server.url("/sse"));
    assertThatThrownBy(() -> initialize(transport))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> assertThat(failure.loss()).isEqualTo(TransportLoss.MISCONFIGURED))
        .hasMessageContaining("127.0.0.1:9");
    assertThat(streamClosed.await(2, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "401,UNAUTHORIZED",
    "404,MISCONFIGURED",
    "500,UNREACHABLE",
    "200,MISCONFIGURED",
  })
  void aStreamThatIsNotGivenFailsTheHandshake(int status, TransportLoss loss) throws Exception {
    RawHttpServer server =
        serve((request, connection) -> connection.answer(status, "text/plain", "no stream"));
    SupervisedTransport transport = transport(server.url("/sse"));
    assertThatThrownBy(() -> initialize(transport))
        .isInstanceOfSatisfying(
            TransportFailure.class, failure -> assertThat(failure.loss()).isEqualTo(loss))
        .hasMessageContaining("no stream");
    assertThat(events.all).isEmpty();
  }

  @Test
  void aStreamThatEndsDuringTheHandshakeFailsIt() throws Exception {
    RawHttpServer server =
        serve((request, connection) -> {
          if (request.method().equals("GET")) {
            openStream(connection, "/messages");
          }
          connection.answer(202, "", "");
          stream().end();
        });
    SupervisedTransport transport = transport(server.url("/sse"));
    assertThatThrownBy(() -> initialize(transport))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> assertThat(failure.loss()).isEqualTo(TransportLoss.STREAM_CLOSED));
    assertThat(events.all).isEmpty();
  }

  @Test
  void anAbortClosesAPostThatIsNotAnswered() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server = server((request, connection) -> connection.untilClosed(closed));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    await().until(() -> !server.rpc("tools/call").isEmpty());
    transport.abort("c-1");
    assertThat(closed.await(2, TimeUnit.SECONDS)).isTrue();
    assertThat(events.of(ExchangeLost.class)).isEmpty();
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void aPostThatBreaksIsALostExchange() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.reset());
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 400})
  void aPostThatFindsNoSessionIsALostSession(int status) throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(status, "text/plain", "No transport found for sessionId"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.first(Lost.class).loss()).isEqualTo(TransportLoss.SESSION_LOST);
    assertThat(events.first(ExchangeLost.class).delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void aPostThatIsRefusedIsAnErrorReply() throws Exception {
    RawHttpServer server =
        server((request, connection) -> connection.answer(500, "text/plain", "boom"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("500", "boom");
  }

  @Test
  void closingEndsTheStreamAndReportsNothing() throws Exception {
    RawHttpServer server = server((request, connection) -> connection.answer(202, "", ""));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    transport.closeGracefully().block(Duration.ofSeconds(2));
    assertThat(streamClosed.await(2, TimeUnit.SECONDS)).isTrue();
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void closingFreesWhoeverWaitsForTheEndpoint() throws Exception {
    RawHttpServer server = serve((request, connection) -> connection.untilClosed(streamClosed));
    SupervisedTransport transport = transport(server.url("/sse"));
    CountDownLatch failed = new CountDownLatch(1);
    transport
        .sendMessage(new JSONRPCRequest("initialize", "init", Map.of()))
        .subscribe(nothing -> {}, failure -> failed.countDown());
    await().until(() -> !server.requests.isEmpty());
    transport.closeGracefully().block(Duration.ofSeconds(2));
    assertThat(failed.await(2, TimeUnit.SECONDS)).isTrue();
    assertThat(streamClosed.await(2, TimeUnit.SECONDS)).isTrue();
  }
}
