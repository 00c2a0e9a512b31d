package io.outlast.tool;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelSignal;
import io.outlast.control.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A runner on a scripted source, with its metrics and its log. */
@Timeout(60)
abstract class ToolRunnerStage {

  static final Duration SHORT = Duration.ofMillis(60);
  static final Duration LONG = Duration.ofSeconds(50);

  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final CancelSignal cancel = new CancelSignal();
  final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger().detachAppender(log);
  }

  ToolOutcome run(ToolSource source, Effect effect, Duration limit) {
    return run(source, effect, Calls.limit(limit));
  }

  ToolOutcome run(ToolSource source, Effect effect, ToolDeadline deadline) {
    return run(runner(source), effect, deadline);
  }

  ToolOutcome run(ToolRunner runner, Effect effect, ToolDeadline deadline) {
    return runner.run(Calls.call(effect, deadline), ToolListener.NONE, cancel);
  }

  ToolRunner runner(ToolSource source) {
    return new ToolRunner(source, Ticker.SYSTEM, meters, ObservationRegistry.NOOP);
  }

  static ScriptedToolSource source(Consumer<ScriptedToolSource.Exchange> part) {
    return new ScriptedToolSource(part);
  }

  static ToolReply result(String text) {
    return new ToolReply.Result(Calls.text(text));
  }

  static ToolListener listener(List<ToolProgress> heard) {
    return new ToolListener() {
      @Override
      public void progress(ToolProgress progress) {
        heard.add(progress);
      }
    };
  }

  static CompletableFuture<ToolOutcome> later(Supplier<ToolOutcome> call) {
    return CompletableFuture.supplyAsync(call, task -> Thread.ofVirtual().start(task));
  }

  static ToolErrorCode code(ToolOutcome outcome) {
    return Calls.error(outcome).code();
  }

  double count(String status) {
    return meters
        .get("outlast.tool.calls")
        .tags("server", "fms", "tool", "hang", "status", status)
        .counter()
        .count();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ToolRunner.class);
  }
}
