package io.outlast.run;

import java.util.Map;
import java.util.stream.Collectors;

/** The events' names in the API. */
final class RunEventNames {

  static final Map<String, Class<? extends RunEvent>> BY_NAME =
      Map.ofEntries(
          Map.entry("run.queued", RunEvent.Queued.class),
          Map.entry("run.started", RunEvent.Started.class),
          Map.entry("run.resumed", RunEvent.Resumed.class),
          Map.entry("run.cancelling", RunEvent.Cancelling.class),
          Map.entry("run.finished", RunEvent.Finished.class),
          Map.entry("turn.started", RunEvent.TurnStarted.class),
          Map.entry("model.started", RunEvent.ModelStarted.class),
          Map.entry("model.retrying", RunEvent.ModelRetrying.class),
          Map.entry("model.finished", RunEvent.ModelFinished.class),
          Map.entry("message.completed", RunEvent.MessageCompleted.class),
          Map.entry("tool.dispatched", RunEvent.ToolDispatched.class),
          Map.entry("tool.progress", RunEvent.ToolProgressed.class),
          Map.entry("tool.finished", RunEvent.ToolFinished.class),
          Map.entry("mcp.reconnected", RunEvent.McpReconnected.class),
          Map.entry("budget.warning", RunEvent.BudgetWarning.class));

  static final Map<Class<? extends RunEvent>, String> BY_KIND =
      BY_NAME.entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  private RunEventNames() {}
}
