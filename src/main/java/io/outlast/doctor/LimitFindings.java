package io.outlast.doctor;

import io.outlast.doctor.AgentReport.ResolvedTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Limits of an agent that never fire, or that are missing where nothing else ends the wait. */
final class LimitFindings {

  private static final int SHOWN = 3;

  private final String subject;
  private final Duration runTimeout;
  private final AgentReport agent;
  private final List<Finding> findings = new ArrayList<>();

  private LimitFindings(AgentReport agent) {
    this.agent = agent;
    this.subject = "agent " + agent.name();
    this.runTimeout = limit(agent, "runTimeout");
  }

  static List<Finding> of(AgentReport agent) {
    LimitFindings of = new LimitFindings(agent);
    if (of.runTimeout.isZero()) {
      of.endless();
    } else {
      of.longerThanTheRun();
    }
    return of.findings;
  }

  private void endless() {
    List<String> tools = names(tool -> value(tool).isZero());
    if (!tools.isEmpty()) {
      warn("Nothing ends a call that hangs: no run timeout, and no tool timeout for " + some(tools));
    }
    if (limit(agent, "modelTimeout").isZero()) {
      warn("Nothing ends a model call that hangs: neither run timeout nor model timeout.");
    }
  }

  private void longerThanTheRun() {
    List<String> tools = names(tool -> value(tool).compareTo(runTimeout) >= 0);
    if (!tools.isEmpty()) {
      warn(
          "The tool timeout is not shorter than the run timeout of %s, so a call that hangs ends the run: %s"
              .formatted(runTimeout, some(tools)));
    }
    Duration model = limit(agent, "modelTimeout");
    if (model.compareTo(runTimeout) >= 0) {
      warn(
          "The model timeout of %s never fires: the run timeout of %s comes first."
              .formatted(model, runTimeout));
    }
  }

  /** Whether the whole call is over before the idle limit can be. */
  static boolean idleNeverFires(DeadlineReport deadline) {
    Duration whole = Duration.parse(deadline.value());
    Duration idle = Duration.parse(deadline.idle().value().toString());
    return !idle.isZero() && !whole.isZero() && idle.compareTo(whole) >= 0;
  }

  /** The first few names, and how many more there are. */
  static String some(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
  }

  private List<String> names(java.util.function.Predicate<ResolvedTool> which) {
    return agent.resolvedTools().stream().filter(which).map(ResolvedTool::exposedName).toList();
  }

  private static Duration value(ResolvedTool tool) {
    return Duration.parse(tool.deadline().value());
  }

  private static Duration limit(AgentReport agent, String name) {
    return Optional.ofNullable(agent.limits().get(name))
        .map(limit -> Duration.parse(limit.value().toString()))
        .orElse(Duration.ZERO);
  }

  private void warn(String message) {
    findings.add(Finding.warn(subject, message));
  }
}
