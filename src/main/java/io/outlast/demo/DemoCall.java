package io.outlast.demo;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One tool call under way: its arguments, its progress, and whether it is still wanted. */
final class DemoCall {

  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final Map<String, Object> arguments;
  private final @Nullable Object progressToken;
  private final DemoWire wire;

  DemoCall(Map<String, Object> params, DemoWire wire) {
    this.arguments = DemoJson.child(params, "arguments");
    this.progressToken = DemoJson.child(params, "_meta").get("progressToken");
    this.wire = wire;
  }

  String text(String argument, String otherwise) {
    return DemoJson.text(arguments, argument, otherwise);
  }

  /** The whole number under this name; zero when there is none. */
  int number(String argument) {
    return arguments.get(argument) instanceof Integer number ? number : 0;
  }

  void cancel() {
    cancelled.countDown();
  }

  /** Waits so long, or until the call is cancelled; true when it was. */
  boolean cancelledWithin(Duration time) throws InterruptedException {
    return cancelled.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  void awaitCancel() throws InterruptedException {
    cancelled.await();
  }

  /** Reports progress, if the caller asked for it by sending a token. */
  void progress(int done, int total, String message) {
    if (progressToken != null) {
      wire.notification(
          "notifications/progress",
          Map.of(
              "progressToken",
              progressToken,
              "progress",
              done,
              "total",
              total,
              "message",
              message));
    }
  }
}
