package io.outlast.model;

import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.control.Deadline;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A question to a model, with everything that a test does not care about filled in. */
final class Asked {

  final CancelSignal cancel = new CancelSignal();
  final List<String> retries = new ArrayList<>();
  final List<Duration> waits = new ArrayList<>();
  private String system = "be brief";
  private List<Message> messages = List.of(new Message.User("hello"));
  private List<ToolSpec> tools = List.of();
  private Duration timeout = Duration.ZERO;
  private Deadline budget = Deadline.never();
  private int attempts = 3;
  private Map<String, String> headers = Map.of();
  private @Nullable List<ScriptTurn> script;
  private boolean cancelOnRetry;

  Asked system(String text) {
    system = text;
    return this;
  }

  Asked messages(Message... given) {
    messages = List.of(given);
    return this;
  }

  Asked tools(ToolSpec... given) {
    tools = List.of(given);
    return this;
  }

  Asked timeout(Duration limit) {
    timeout = limit;
    return this;
  }

  Asked budget(Duration left) {
    budget = Deadline.after(left);
    return this;
  }

  Asked header(String name, String value) {
    headers = Map.of(name, value);
    return this;
  }

  Asked attempts(int most) {
    attempts = most;
    return this;
  }

  Asked script(ScriptTurn... turns) {
    script = List.of(turns);
    return this;
  }

  Asked cancelOnRetry() {
    cancelOnRetry = true;
    return this;
  }

  ModelReply of(Model model) {
    return model.ask(
        new ModelRequest(
            system,
            messages,
            tools,
            timeout,
            attempts,
            budget,
            cancel,
            headers,
            script,
            (attempt, wait, reason) -> {
              retries.add(attempt + ": " + reason);
              waits.add(wait);
              if (cancelOnRetry) {
                Thread.startVirtualThread(() -> cancel.cancel(CancelReason.USER));
              }
            }));
  }
}
