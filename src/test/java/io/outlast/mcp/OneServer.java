package io.outlast.mcp;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.control.Deadline;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/** A registry with one server, {@code flaky}, and short words for what tests do with it. */
@NullUnmarked
final class OneServer implements AutoCloseable {

  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final List<SupervisedTransport> transports = new CopyOnWriteArrayList<>();
  final McpRegistry registry;

  OneServer(McpServerSettings settings) {
    this(settings, UnaryOperator.identity());
  }

  OneServer(McpServerSettings settings, UnaryOperator<String> masker) {
    this(settings, masker, TransportFactory.standard(masker));
  }

  OneServer(McpServerSettings settings, TransportFactory factory) {
    this(settings, UnaryOperator.identity(), factory);
  }

  private OneServer(
      McpServerSettings settings, UnaryOperator<String> masker, TransportFactory factory) {
    TransportFactory remembering =
        new TransportFactory() {
          @Override
          public SupervisedTransport create(String name, McpServerSettings block) {
            SupervisedTransport made = factory.create(name, block);
            transports.add(made);
            return made;
          }

          @Override
          public boolean wouldDiffer(String name, McpServerSettings block) {
            return factory.wouldDiffer(name, block);
          }
        };
    registry =
        new McpRegistry(Map.of("flaky", settings), remembering, meters, Clock.systemUTC(), masker);
    registry.start();
  }

  OneServer ready() {
    await().atMost(Duration.ofSeconds(15)).until(() -> view().state().equals("ready"));
    return this;
  }

  McpServerView view() {
    return registry.view("flaky").orElseThrow();
  }

  ToolExchange begin(String tool, Map<String, Object> arguments, Deadline deadline) {
    return begin(tool, arguments, deadline, ToolListener.NONE);
  }

  ToolExchange begin(
      String tool, Map<String, Object> arguments, Deadline deadline, ToolListener listener) {
    return registry.start(
        new ToolRequest(new ToolRef("flaky", tool), arguments, deadline, Map.of(), listener));
  }

  ToolReply call(String tool, Map<String, Object> arguments) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(20));
    return begin(tool, arguments, deadline).reply().orTimeout(20, TimeUnit.SECONDS).join();
  }

  String text(String tool, Map<String, Object> arguments) {
    return text(call(tool, arguments));
  }

  static String text(ToolReply reply) {
    if (!(reply instanceof ToolReply.Result result)) {
      throw new AssertionError("no result: " + reply);
    }
    List<?> content = (List<?>) result.result().get("content");
    return (String) ((Map<?, ?>) content.getFirst()).get("text");
  }

  static <T> List<T> times(int n, java.util.function.Supplier<T> one) {
    List<T> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      all.add(one.get());
    }
    return all;
  }

  double counted(String meter) {
    return meters.get(meter).tag("server", "flaky").counter().count();
  }

  double counted(String meter, String kind) {
    return meters.get(meter).tags("server", "flaky", "kind", kind).counter().count();
  }

  @Override
  public void close() {
    registry.stop();
  }
}
