package io.outlast.bench.fake;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The model at {@code /v1/chat/completions} and the MCP server at {@code /mcp} in one process, on the port given and, unless another address
 * is given after it, on loopback. {@code GET /stats} tells what was
 * asked and what is open, {@code POST /reset} forgets how long calls were held, {@code POST /faults} sets {@link Faults}, {@code POST
 * /lose-sessions} forgets the sessions: the next request of each is answered 404.
 */
public final class Fakes {

  private Fakes() {}

  private static final FakeModel MODEL = new FakeModel();
  private static final Tally TALLY = new Tally();
  private static final AtomicInteger CONNECTIONS = new AtomicInteger();
  private static final Set<String> SESSIONS = ConcurrentHashMap.newKeySet();

  public static void main(String[] args) {
    Vertx vertx = Vertx.vertx();
    int port = Integer.parseInt(args[0]);
    String host = args.length > 1 ? args[1] : "127.0.0.1";
    FakeTool tool =
        new FakeTool(
            TALLY,
            (millis, then) -> {
              long id = vertx.setTimer(millis, ignored -> then.run());
              return () -> vertx.cancelTimer(id);
            });
    vertx
        .deployVerticle(() -> new Server(host, port, tool), new DeploymentOptions().setInstances(2))
        .onSuccess(id -> System.out.println("ready"))
        .onFailure(
            e -> {
              e.printStackTrace();
              System.exit(1);
            });
  }

  static final class Server extends AbstractVerticle {
    private final String host;
    private final int port;
    private final FakeTool tool;

    Server(String host, int port, FakeTool tool) {
      this.host = host;
      this.port = port;
      this.tool = tool;
    }

    @Override
    public void start(Promise<Void> started) {
      vertx
          .createHttpServer(new HttpServerOptions().setHost(host).setTcpNoDelay(true).setAcceptBacklog(20_000))
          .requestHandler(this::serve)
          .connectionHandler(
              connection -> {
                CONNECTIONS.incrementAndGet();
                connection.closeHandler(closed -> CONNECTIONS.decrementAndGet());
              })
          .listen(port)
          .<Void>mapEmpty()
          .onComplete(started);
    }

    private void serve(HttpServerRequest request) {
      switch (request.path()) {
        case "/v1/chat/completions" -> request.body().onSuccess(body -> json(request, MODEL.reply(body.toString())));
        case "/mcp" -> mcp(request);
        case "/stats" -> json(request, TALLY.json().put("connections", CONNECTIONS.get()).toBuffer());
        case "/reset" -> {
          TALLY.reset();
          json(request, new JsonObject().toBuffer());
        }
        case "/lose-sessions" -> {
          SESSIONS.clear();
          json(request, new JsonObject().toBuffer());
        }
        case "/faults" ->
            request
                .body()
                .onSuccess(
                    body -> {
                      tool.faults(Faults.of(body.toJsonObject()));
                      json(request, body);
                    });
        default -> request.response().setStatusCode(404).end();
      }
    }

    private void mcp(HttpServerRequest request) {
      if (request.method() != HttpMethod.POST) {
        request.response().setStatusCode(request.method() == HttpMethod.DELETE ? 200 : 405).end();
        return;
      }
      request.body().onSuccess(body -> mcp(request, body.toJsonObject()));
    }

    private void mcp(HttpServerRequest request, JsonObject message) {
      String method = message.getString("method", "");
      String session = request.getHeader("Mcp-Session-Id");
      if (method.equals("initialize")) {
        session = UUID.randomUUID().toString();
        SESSIONS.add(session);
        request.response().putHeader("Mcp-Session-Id", session);
      } else if (session == null || !SESSIONS.contains(session)) {
        request.response().setStatusCode(404).end();
        return;
      }
      if (method.equals("tools/call")) {
        count(request, session, message.getValue("id"));
      }
      if (!tool.handle(session, message, reply(request))) {
        request.response().setStatusCode(202).end();
      }
    }

    private void count(HttpServerRequest request, String session, Object id) {
      AtomicBoolean open = new AtomicBoolean(true);
      TALLY.exchanges.incrementAndGet();
      Runnable ended =
          () -> {
            if (open.compareAndSet(true, false)) {
              TALLY.exchanges.decrementAndGet();
              tool.closed(session, id);
            }
          };
      request.response().endHandler(done -> ended.run());
      request.response().closeHandler(gone -> ended.run());
      request.response().exceptionHandler(gone -> ended.run());
    }

    private static FakeTool.Reply reply(HttpServerRequest request) {
      return new FakeTool.Reply() {
        @Override
        public void send(JsonObject message) {
          if (!request.response().closed()) {
            json(request, message.toBuffer());
          }
        }

        @Override
        public void close() {
          request.connection().close();
        }
      };
    }

    private static void json(HttpServerRequest request, Buffer body) {
      request.response().putHeader("Content-Type", "application/json").end(body);
    }
  }
}
