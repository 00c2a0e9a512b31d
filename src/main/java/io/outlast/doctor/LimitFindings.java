package io.outlast.doctor;

import io.outlast.doctor.AgentReport.ResolvedTool;
import io.outlast.doctor.Finding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Limits of an agent that never fire, or that are missing where nothing else ends the wait. */
final class LimitFindings {

  private static final int SHOWN = 3;
  private static final String GLOBAL = "global";
  private static final LimitReport NONE = LimitReport.of(Duration.ZERO, GLOBAL);

  private final String subject;
  private final Duration runTimeout;
  private final AgentReport agent;
  private final List<Finding> findings = new ArrayList<>();

  private LimitFindings(AgentReport agent) {
    this.agent = agent;
    this.subject = "agent " + agent.name();
    this.runTimeout = duration(limit(agent, "runTimeout"));
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
      warn(
          "Nothing ends a call that hangs: no run timeout, and no tool timeout for " + some(tools));
    }
    if (duration(limit(agent, "modelTimeout")).isZero()) {
      warn("Nothing ends a model call that hangs: neither run timeout nor model timeout.");
    }
  }

  /** Limits that nobody chose for this agent are no mistake, but good to know. */
  private void longerThanTheRun() {
    say(Severity.WARN, tool -> isTooLong(tool) && !isGlobal(tool));
    say(Severity.INFO, tool -> isTooLong(tool) && isGlobal(tool));
    LimitReport model = limit(agent, "modelTimeout");
    if (duration(model).compareTo(runTimeout) >= 0) {
      findings.add(
          new Finding(
              model.source().equals(GLOBAL) ? Severity.INFO : Severity.WARN,
              subject,
              "The model timeout of %s never fires: the run timeout of %s comes first."
                  .formatted(model.value(), runTimeout)));
    }
  }

  private void say(Severity severity, Predicate<ResolvedTool> which) {
    List<String> tools = names(which);
    if (!tools.isEmpty()) {
      findings.add(
          new Finding(
              severity,
              subject,
              ("A call that hangs ends the run, because the tool timeout is not shorter than the"
                      + " run timeout of %s: %s")
                  .formatted(runTimeout, some(tools))));
    }
  }

  private boolean isTooLong(ResolvedTool tool) {
    return value(tool).compareTo(runTimeout) >= 0;
  }

  private static boolean isGlobal(ResolvedTool tool) {
    return tool.deadline().source().equals(GLOBAL);
  }

  /** Whether the whole call is over before the idle limit can be. */
  static boolean idleNeverFires(DeadlineReport deadline) {
    Duration whole = Duration.parse(deadline.value());
    Duration idle = duration(deadline.idle());
    return !idle.isZero() && !whole.isZero() && idle.compareTo(whole) >= 0;
  }

  /** The first few names, and how many more there are. */
  static String some(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
  }

  private List<String> names(Predicate<ResolvedTool> which) {
    return agent.resolvedTools().stream().filter(which).map(ResolvedTool::exposedName).toList();
  }

  private static Duration value(ResolvedTool tool) {
    return Duration.parse(tool.deadline().value());
  }

  private static LimitReport limit(AgentReport agent, String name) {
    return Objects.requireNonNullElse(agent.limits().get(name), NONE);
  }

  private static Duration duration(LimitReport limit) {
    return Duration.parse(limit.value().toString());
  }

  private void warn(String message) {
    findings.add(Finding.warn(subject, message));
  }
}
