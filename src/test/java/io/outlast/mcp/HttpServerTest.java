package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.mcp.RawHttpServer.Connection;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolReply;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A supervised server behind HTTP, as its callers see it. */
@NullUnmarked
@Timeout(60)
class HttpServerTest extends StreamableFixture {

  private static final Map<String, Object> NOTHING = Map.of();
  private static final String ECHO =
      "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}},"
          + "{\"name\":\"admin\",\"inputSchema\":{\"type\":\"object\"}}]}";

  private OneServer one(RawHttpServer server) {
    return opened(new OneServer(settings(server.url("/mcp"), Map.of("Authorization", SECRET))));
  }

  private OneServer opened(OneServer one) {
    open.add(one);
    return one;
  }

  private static void serve(Request request, Connection connection) throws IOException {
    if (request.rpcMethod().equals("tools/list")) {
      connection.result(request, ECHO);
    } else if (request.rpcMethod().equals("ping")) {
      connection.result(request, "{}");
    } else {
      connection.result(request, "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
    }
  }

  private static boolean isCall(Request request, String tool) {
    return request.rpcMethod().equals("tools/call")
        && request.json().path("params").path("name").asString().equals(tool);
  }

  @Test
  void aForbiddenToolCostsOnlyItsOwnCall() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          if (isCall(request, "admin")) {
            connection.answer(403, "text/plain", "not for you");
          } else {
            serve(request, connection);
          }
        });
    OneServer one = one(server).ready();
    await().until(() -> server.rpc("ping").size() == 1);
    assertThat(one.call("admin", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.ProtocolError.class,
            error -> assertThat(error.message()).contains("403", "not for you"));
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
    await().until(() -> one.view().state().equals("ready"));
    assertThat(server.rpc("ping")).as("it was checked").hasSize(2);
    assertThat(server.rpc("initialize")).hasSize(1);
  }

  @Test
  void whenEverythingIsForbiddenTheServerHasFailedAndIsNotTriedAgain() throws Exception {
    AtomicReference<Boolean> revoked = new AtomicReference<>(false);
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (revoked.get()) {
            connection.answer(403, "text/plain", "revoked " + request.header("Authorization"));
          } else if (!handshake(request, connection)) {
            serve(request, connection);
          }
        });
    open.add(server);
    OneServer one = one(server).ready();
    await().until(() -> server.rpc("ping").size() == 1);
    revoked.set(true);
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.ProtocolError.class);
    await().until(() -> one.view().state().equals("failed"));
    assertThat(one.view().lastError().message()).contains("403").doesNotContain("s3cret");
    assertThat(one.view().nextAttemptAt()).isNull();
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Unavailable.class);
    assertThat(server.rpc("initialize")).hasSize(2);
  }

  @Test
  void renewedCredentialsAreReadForTheNextConnectionAndTheCallIsMadeOnce() throws Exception {
    AtomicReference<String> accepted = new AtomicReference<>("Bearer first");
    AtomicReference<String> mounted = new AtomicReference<>("Bearer first");
    RawHttpServer server = authenticated(accepted);
    OneServer one = opened(new OneServer(block(server, ""), reading(mounted))).ready();

    accepted.set("Bearer second");
    mounted.set("Bearer second");

    // Whoever runs the call repeats it, as it was not executed.
    assertThat(one.call("echo", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.Lost.class, lost -> assertThat(lost.delivery()).isEqualTo(Delivery.NOT_SENT));
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
    assertThat(one.view().restarts()).isEqualTo(1);
    assertThat(
            server.rpc("tools/call").stream()
                .map(request -> request.header("Authorization"))
                .toList())
        .containsExactly("Bearer first", "Bearer second");
  }

  @Test
  void aRefusedServerIsTriedAgainWhenItsCredentialsHaveChanged() throws Exception {
    AtomicReference<String> mounted = new AtomicReference<>("Bearer old");
    RawHttpServer server = authenticated(new AtomicReference<>("Bearer new"));
    OneServer one = opened(new OneServer(block(server, ""), reading(mounted)));
    await().until(() -> one.view().state().equals("failed"));
    assertThat(server.rpc("initialize")).hasSize(1);

    mounted.set("Bearer new");

    await().atMost(Duration.ofSeconds(15)).until(() -> one.view().state().equals("ready"));
    assertThat(server.rpc("initialize")).hasSize(2);
  }

  @Test
  void aServerThatRefusesEachCallButNoHandshakeHasFailedAndIsNoLoop() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          if (request.rpcMethod().equals("tools/call")) {
            connection.answer(401, "text/plain", "who are you");
          } else {
            serve(request, connection);
          }
        });
    OneServer one = one(server).ready();
    one.call("echo", NOTHING);
    one.call("echo", NOTHING);
    await().until(() -> one.view().state().equals("failed"));
    assertThat(server.rpc("initialize")).hasSize(2);
  }

  @Test
  void aGatewaysErrorIsALostCallAndTheConnectionIsChecked() throws Exception {
    AtomicReference<Boolean> busy = new AtomicReference<>(true);
    RawHttpServer server =
        server((request, connection) -> {
          if (isCall(request, "echo") && busy.getAndSet(false)) {
            connection.answer(504, "text/html", "<p>too slow</p>");
          } else {
            serve(request, connection);
          }
        });
    OneServer one = one(server).ready();
    assertThat(one.call("echo", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.Lost.class,
            lost -> assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED));
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
    assertThat(server.rpc("initialize")).hasSize(1);
  }

  @Test
  void aServerThatHasWorkedIsTriedAgainWhateverItAnswers() throws Exception {
    AtomicReference<Boolean> deploying = new AtomicReference<>(false);
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (deploying.get()) {
            connection.answer(404, "text/html", "<p>default backend</p>");
          } else if (!handshake(request, connection)) {
            serve(request, connection);
          }
        });
    open.add(server);
    OneServer one = one(server).ready();
    deploying.set(true);
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Lost.class);
    await().until(() -> one.view().state().equals("backoff"));
    deploying.set(false);
    await().atMost(Duration.ofSeconds(15)).until(() -> one.view().state().equals("ready"));
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
  }

  @Test
  void aToolThatTheServerNoLongerKnowsLeadsToAListing() throws Exception {
    AtomicReference<Boolean> gone = new AtomicReference<>(false);
    RawHttpServer server =
        server((request, connection) -> {
          if (gone.get() && request.rpcMethod().equals("tools/list")) {
            connection.result(request, "{\"tools\":[]}");
          } else if (gone.get() && request.rpcMethod().equals("tools/call")) {
            connection.json(
                "{\"jsonrpc\":\"2.0\",\"id\":\""
                    + request.id()
                    + "\",\"error\":{\"code\":-32602,\"message\":\"Unknown tool: echo\"}}");
          } else {
            serve(request, connection);
          }
        });
    OneServer one = one(server).ready();
    gone.set(true);
    assertThat(one.call("echo", NOTHING))
        .isEqualTo(new ToolReply.ProtocolError(-32602, "Unknown tool: echo"));
    await().until(() -> one.view().tools().isEmpty());
    assertThat(one.call("echo", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.UnknownTool.class,
            unknown -> assertThat(unknown.cause()).contains("echo", "offers now"));
    assertThat(server.rpc("tools/list")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404|gone",
        "400|unknown session",
        "503|Session not found",
        "200|Server not initialized"
      })
  void aServerThatForgetsEverySessionCannotMakeUsSpin(int status, String words) throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          if (request.rpcMethod().equals("tools/call")) {
            connection.answer(
                status,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\""
                    + words
                    + "\"}}");
          } else {
            serve(request, connection);
          }
        });
    OneServer one = one(server).ready();
    for (int i = 0; i < 20; i++) {
      assertThat(one.call("echo", NOTHING))
          .isInstanceOfAny(ToolReply.Lost.class, ToolReply.Unavailable.class);
    }
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Unavailable.class);
    assertThat(server.rpc("initialize")).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void nothingIsTriedAfterTheStop() throws Exception {
    AtomicReference<Boolean> down = new AtomicReference<>(true);
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (down.get()) {
            connection.answer(503, "text/plain", "soon");
          } else if (!handshake(request, connection)) {
            serve(request, connection);
          }
        });
    open.add(server);
    OneServer one = one(server);
    await().until(() -> one.view().state().equals("backoff"));
    one.close();
    down.set(false);
    int before = server.requests.size();
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(4))
        .until(() -> server.requests.size() == before);
    assertThat(one.view().state()).isEqualTo("closed");
  }

  @Test
  void aConnectionThatWentSilentCostsTheCallThatMetItAndNoOther() throws Exception {
    Set<Connection> silent = ConcurrentHashMap.newKeySet();
    CountDownLatch closed = new CountDownLatch(1);
    AtomicReference<Boolean> swallow = new AtomicReference<>(false);
    RawHttpServer server =
        server((request, connection) -> {
          if (swallow.getAndSet(false)) {
            silent.add(connection);
          }
          if (silent.contains(connection)) {
            connection.untilClosed(closed);
          }
          serve(request, connection);
        });
    OneServer one = one(server).ready();
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
    await().until(() -> server.rpc("ping").size() == 1);
    swallow.set(true);
    ToolExchange stale = one.begin("echo", NOTHING, Deadline.after(Duration.ofMillis(500)));
    await().until(() -> server.rpc("tools/call").size() == 2);
    stale.abandon("tool_timeout").get(3, TimeUnit.SECONDS);
    assertThat(closed.await(5, TimeUnit.SECONDS)).isTrue();
    assertThat(one.text("echo", NOTHING)).isEqualTo("done");
    assertThat(server.rpc("initialize")).hasSize(1);
  }

  private RawHttpServer authenticated(AtomicReference<String> accepted) throws IOException {
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (!request.header("Authorization").equals(accepted.get())) {
            connection.answer(401, "text/plain", "wrong token");
          } else if (!handshake(request, connection)) {
            serve(request, connection);
          }
        });
    open.add(server);
    return server;
  }

  private static McpServerSettings block(RawHttpServer server, String token) {
    return settings(
        server.url("/mcp"), token.isEmpty() ? Map.of() : Map.of("Authorization", token));
  }

  /** Makes transports with the token that is mounted at that moment. */
  private static TransportFactory reading(AtomicReference<String> mounted) {
    TransportFactory standard = TransportFactory.standard(UnaryOperator.identity());
    AtomicReference<String> last = new AtomicReference<>();
    return new TransportFactory() {
      @Override
      public SupervisedTransport create(String server, McpServerSettings settings) {
        last.set(mounted.get());
        return standard.create(
            server, settings(settings.url(), Map.of("Authorization", mounted.get())));
      }

      @Override
      public boolean wouldDiffer(String server, McpServerSettings settings) {
        return !mounted.get().equals(last.get());
      }
    };
  }
}
