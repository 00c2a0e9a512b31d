package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.outlast.mcp.RawHttpServer.Request;
import java.net.URI;
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
class StreamableHandshakeTest extends StreamableFixture {

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
  void theSdksClientWorksOverIt() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          switch (request.rpcMethod()) {
            case "tools/list" ->
                connection.result(
                    request,
                    "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}");
            case "tools/call" -> {
              connection.stream();
              connection.event(
                  reply(request, "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}"));
              connection.end();
            }
            default -> connection.result(request, "{}");
          }
        });
    SupervisedTransport transport =
        HttpTransports.create("fms", settings(server.url("/mcp"), Map.of()));
    transport.supervise(events);
    var client = McpClient.async(transport).build();
    open.add(client::close);
    assertThat(requireNonNull(client.initialize().block(Duration.ofSeconds(5))).protocolVersion())
        .isEqualTo("2025-06-18");
    assertThat(requireNonNull(client.listTools().block(Duration.ofSeconds(5))).tools()).hasSize(1);
    assertThat(
            requireNonNull(
                    client
                        .callTool(CallToolRequest.builder("echo").build())
                        .block(Duration.ofSeconds(5)))
                .content())
        .hasToString("[TextContent[annotations=null, text=hello, meta=null]]");
    assertThat(events.all).isEmpty();
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
}
