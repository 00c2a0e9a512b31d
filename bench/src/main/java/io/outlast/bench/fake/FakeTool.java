package io.outlast.bench.fake;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An MCP server's answers: one tool, {@code work}, that takes as many seconds as it is told. A negative number is for ever: only {@code
 * notifications/cancelled} or the end of its exchange ends such a call. Thread-safe.
 */
final class FakeTool {

  private static final JsonObject TOOLS = new JsonObject().put("tools", new JsonArray().add(tool("work")));

  private final Map<String, Call> calls = new ConcurrentHashMap<>();
  private final Tally tally;
  private final Timer timer;
  private volatile Faults faults = Faults.NONE;

  /** Calls back after a while; returns what stops that. */
  interface Timer {
    Runnable after(long millis, Runnable then);
  }

  /** Where an answer goes. */
  interface Reply {
    void send(JsonObject message);

    /** Closes the connection instead of answering. */
    void close();
  }

  FakeTool(Tally tally, Timer timer) {
    this.tally = tally;
    this.timer = timer;
  }

  void faults(Faults faults) {
    this.faults = faults;
  }

  /** Answers later, at once, or (a notification, a call that hangs) never; says whether there may be an answer. */
  boolean handle(String session, JsonObject message, Reply reply) {
    Object id = message.getValue("id");
    String method = message.getString("method");
    if ("notifications/cancelled".equals(method)) {
      cancelled(key(session, message.getJsonObject("params").getValue("requestId")));
    }
    if (id == null || method == null) {
      return false;
    }
    switch (method) {
      case "initialize" -> reply.send(result(id, hello(message)));
      case "tools/list" -> reply.send(result(id, TOOLS));
      case "tools/call" -> call(key(session, id), message, id, reply);
      default -> reply.send(result(id, new JsonObject()));
    }
    return true;
  }

  /** The exchange of a call has ended; without an answer unless one was sent before. */
  void closed(String session, Object id) {
    Call call = calls.remove(key(session, id));
    if (call != null && call.end()) {
      tally.closed.increment();
      tally.givenUp(call.age());
    }
  }

  private void cancelled(String key) {
    Call call = calls.remove(key);
    if (call != null && call.end()) {
      tally.cancelled.increment();
      tally.givenUp(call.age());
    }
  }

  private void call(String key, JsonObject message, Object id, Reply reply) {
    JsonObject arguments = message.getJsonObject("params").getJsonObject("arguments");
    double seconds = arguments.getDouble("seconds", 0.0);
    String mark = arguments.getString("mark");
    tally.toolCalls.increment();
    if (mark != null) {
      tally.mark(mark);
    }
    Faults.Fate fate = faults.draw();
    if (fate != Faults.Fate.ANSWER) {
      tally.faults.increment();
    }
    switch (fate) {
      case ERROR -> reply.send(error(id));
      case CLOSE -> reply.close();
      case HANG -> begin(key, -1, id, reply);
      case LATE -> begin(key, 1, id, reply);
      case ANSWER -> {
        if (seconds == 0) {
          reply.send(result(id, DONE));
        } else {
          begin(key, seconds, id, reply);
        }
      }
    }
  }

  private void begin(String key, double seconds, Object id, Reply reply) {
    Call call = new Call(tally);
    calls.put(key, call);
    if (seconds > 0) {
      call.timer =
          timer.after(
              (long) (seconds * 1000),
              () -> {
                calls.remove(key, call);
                if (call.end()) {
                  reply.send(result(id, DONE));
                }
              });
    }
  }

  /** A call under way. */
  private static final class Call {
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long began = System.nanoTime();
    private final Tally tally;
    private volatile Runnable timer = () -> {};

    Call(Tally tally) {
      this.tally = tally;
      tally.pending.incrementAndGet();
    }

    /** True for the first to end it. */
    boolean end() {
      if (!ended.compareAndSet(false, true)) {
        return false;
      }
      tally.pending.decrementAndGet();
      timer.run();
      return true;
    }

    long age() {
      return System.nanoTime() - began;
    }
  }

  private static String key(String session, Object id) {
    return session + '/' + id;
  }

  private static final JsonObject DONE =
      new JsonObject()
          .put(
              "content",
              new JsonArray().add(new JsonObject().put("type", "text").put("text", "it is done")));

  private static JsonObject hello(JsonObject message) {
    return new JsonObject()
        .put("protocolVersion", message.getJsonObject("params").getString("protocolVersion"))
        .put("capabilities", new JsonObject().put("tools", new JsonObject()))
        .put("serverInfo", new JsonObject().put("name", "fake").put("version", "1"));
  }

  private static JsonObject result(Object id, JsonObject result) {
    return new JsonObject().put("jsonrpc", "2.0").put("id", id).put("result", result);
  }

  private static JsonObject error(Object id) {
    return new JsonObject()
        .put("jsonrpc", "2.0")
        .put("id", id)
        .put("error", new JsonObject().put("code", -32000).put("message", "out of order"));
  }

  private static JsonObject tool(String name) {
    return new JsonObject()
        .put("name", name)
        .put("description", "Takes its time")
        .put(
            "inputSchema",
            new JsonObject()
                .put("type", "object")
                .put(
                    "properties",
                    new JsonObject()
                        .put("seconds", new JsonObject().put("type", "number"))
                        .put("mark", new JsonObject().put("type", "string"))));
  }
}
