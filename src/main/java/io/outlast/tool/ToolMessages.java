package io.outlast.tool;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every sentence about a call that did not succeed, as the model gets it and the user reads it. It
 * says what is known and no more.
 */
final class ToolMessages {

  private static final int LONGEST_SCHEMA = 2_000;
  private static final int MOST_NAMES = 40;

  private ToolMessages() {}

  static String toolTimeout(ToolSpec tool, Duration limit, Delivery delivery) {
    return unanswered(tool, "its limit of " + DurationText.of(limit), delivery);
  }

  static String runTimeout(ToolSpec tool, @Nullable Duration limit, Delivery delivery) {
    String left = limit == null ? "" : " of " + DurationText.of(limit);
    return unanswered(tool, "the run's remaining time" + left, delivery);
  }

  static String idleTimeout(ToolSpec tool, Duration idle, Delivery delivery) {
    return "%s was silent for %s, its limit without a sign of progress. %s"
        .formatted(name(tool), DurationText.of(idle), consequence(tool.effect(), delivery));
  }

  static String cancelled(ToolSpec tool, Delivery delivery) {
    return "The run was cancelled before %s had answered. %s"
        .formatted(name(tool), consequence(tool.effect(), delivery));
  }

  static String interrupted(ToolRef tool, Effect effect, Delivery delivery) {
    return "The service was interrupted by a restart before %s had answered. %s"
        .formatted(tool.display(), consequence(effect, delivery));
  }

  static String lost(ToolSpec tool, String cause, Delivery delivery) {
    return "The connection to %s was lost before %s had answered: %s %s"
        .formatted(
            tool.ref().server(), name(tool), sentence(cause), consequence(tool.effect(), delivery));
  }

  static String unavailable(
      ToolSpec tool, String cause, @Nullable Instant since, @Nullable Instant nextAttempt) {
    StringBuilder text = new StringBuilder();
    text.append("The server ").append(tool.ref().server()).append(" is unavailable");
    if (since != null) {
      text.append(", down since ").append(since.truncatedTo(ChronoUnit.SECONDS));
    }
    text.append(", so ").append(name(tool)).append(" was not called: ").append(sentence(cause));
    if (nextAttempt != null) {
      text.append(" The next attempt to connect is at ")
          .append(nextAttempt.truncatedTo(ChronoUnit.SECONDS))
          .append('.');
    }
    return text.append(" Go on without it, or try again later.").toString();
  }

  static String protocolError(ToolSpec tool, int code, String message) {
    return "%s was answered with a protocol error (%d): %s"
        .formatted(name(tool), code, sentence(message));
  }

  static String unknownToServer(ToolSpec tool, String cause) {
    return "%s was not called, its server does not have this tool: %s Go on without it."
        .formatted(name(tool), sentence(cause));
  }

  static String unknownTool(String exposedName, List<String> offered) {
    String known =
        offered.isEmpty()
            ? "There are no tools."
            : "The tools are: "
                + String.join(", ", offered.subList(0, Math.min(MOST_NAMES, offered.size())))
                + (offered.size() > MOST_NAMES
                    ? " and " + (offered.size() - MOST_NAMES) + " more."
                    : ".");
    return "There is no tool '%s', nothing was called. %s".formatted(exposedName, known);
  }

  static String invalidArguments(ToolSpec tool, String problem) {
    String schema = Json.write(tool.inputSchema());
    String expected =
        schema.length() > LONGEST_SCHEMA ? "" : " They have to match this JSON Schema: " + schema;
    return "%s was not called, its arguments cannot be used: %s%s"
        .formatted(name(tool), sentence(problem), expected);
  }

  /** Why a call is given up, for its server. */
  static String reasonForServer(Ending ending) {
    return switch (ending) {
      case TOOL_TIMEOUT -> "The call's time limit was reached";
      case TOOL_IDLE_TIMEOUT -> "The call's limit without progress was reached";
      case RUN_TIMEOUT -> "The run's time limit was reached";
      case CANCELLED -> "The run was cancelled";
      case HANDED_ON -> "The client is stopping";
    };
  }

  private static String unanswered(ToolSpec tool, String limit, Delivery delivery) {
    String what = delivery == Delivery.NOT_SENT ? "could not be sent" : "did not answer";
    return "%s %s within %s. %s"
        .formatted(name(tool), what, limit, consequence(tool.effect(), delivery));
  }

  private static String consequence(Effect effect, Delivery delivery) {
    if (delivery == Delivery.NOT_SENT) {
      return "The call never reached the server; try again later.";
    }
    return switch (effect) {
      case READ_ONLY -> "Nothing was changed; ask for less, then try again.";
      case IDEMPOTENT -> "Its effect is unknown, but repeating the same call is safe.";
      case SIDE_EFFECTING ->
          "Its effect is unknown: it may have been done, or may still be running. Check the state"
              + " before trying again.";
    };
  }

  private static String name(ToolSpec tool) {
    return tool.ref().display();
  }

  private static String sentence(String words) {
    String text = words.strip();
    if (text.isEmpty()) {
      return "no reason was given.";
    }
    return ".!?".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
  }
}
