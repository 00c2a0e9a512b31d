package io.outlast.agent;

import io.outlast.model.ScriptTurn;
import io.outlast.settings.InvalidSettingException;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.LimitOverrides.ToolOverride;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.unit.DataSize;

/** The keys of an agent's front matter. */
record FrontMatter(
    @Nullable String name,
    @Nullable String description,
    @Nullable String model,
    @DefaultValue List<String> tools,
    @Nullable Duration timeout,
    @Nullable Duration queueTimeout,
    @Nullable Duration modelTimeout,
    @Nullable Integer modelAttempts,
    @Nullable Duration toolTimeout,
    @Nullable Duration toolIdleTimeout,
    @Nullable Duration requestedTimeoutGrace,
    @Nullable Integer maxTurns,
    @Nullable Integer maxToolCalls,
    @Nullable Long maxTotalTokens,
    @Nullable DataSize maxResultBytes,
    @Nullable Integer parallelToolCalls,
    @DefaultValue Map<String, ToolOverride> toolsConfig,
    @Nullable Schedule schedule,
    @DefaultValue("0") int maxConcurrentRuns,
    @DefaultValue("0") int priority,
    @Nullable List<Turn> script) {

  FrontMatter {
    name = blankToNull(name);
    description = blankToNull(description);
    model = blankToNull(model);
    tools = List.copyOf(tools);
    if (maxConcurrentRuns < 0) {
      throw new InvalidSettingException(
          "max-concurrent-runs", "is " + maxConcurrentRuns + ": 1 or more, or 0 for no limit");
    }
    if (priority < -100 || priority > 100) {
      throw new InvalidSettingException("priority", "is " + priority + ": -100 to 100");
    }
    for (String pattern : tools) {
      if (!pattern.equals("*") && !isServerAndTool(pattern)) {
        throw new InvalidSettingException(
            "tools", "has '" + pattern + "': write server:tool, server:* or a single *");
      }
    }
  }

  /** {@code timeout} in the file is the run timeout. */
  LimitOverrides limits() {
    return new LimitOverrides(
        timeout,
        queueTimeout,
        modelTimeout,
        modelAttempts,
        toolTimeout,
        toolIdleTimeout,
        requestedTimeoutGrace,
        maxTurns,
        maxToolCalls,
        maxTotalTokens,
        maxResultBytes,
        parallelToolCalls,
        toolsConfig);
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private static boolean isServerAndTool(String pattern) {
    int colon = pattern.indexOf(':');
    return colon > 0 && colon < pattern.length() - 1;
  }

  /** As {@link AgentSpec.Schedule}, checked. */
  record Schedule(
      @Nullable String cron,
      @DefaultValue("UTC") String zone,
      @Nullable String input,
      @DefaultValue("skip") AgentSpec.Missed missed,
      @DefaultValue("false") boolean overlap) {

    Schedule {
      require("cron", cron, "six fields from seconds to day of week, as in 0 0 6 * * *");
      require("input", input, "what the scheduled runs are asked");
      check("cron", () -> CronExpression.parse(Objects.requireNonNull(cron)));
      check("zone", () -> ZoneId.of(zone));
      if (CronExpression.parse(Objects.requireNonNull(cron)).next(LocalDateTime.now(ZoneId.of(zone)))
          == null) {
        throw new InvalidSettingException("cron", "is '" + cron + "', which never comes");
      }
    }

    AgentSpec.Schedule checked() {
      return new AgentSpec.Schedule(
          Objects.requireNonNull(cron), zone, Objects.requireNonNull(input), missed, overlap);
    }

    private static void check(String key, Runnable parse) {
      try {
        parse.run();
      } catch (IllegalArgumentException | DateTimeException e) {
        throw new InvalidSettingException(key, "cannot be read: " + e.getMessage());
      }
    }
  }

  /** As {@link ScriptTurn}, checked. */
  record Turn(
      @DefaultValue List<Call> calls, @Nullable String text, @DefaultValue("0") Duration delay) {

    Turn {
      if (calls.isEmpty()) {
        require("text", text, "a turn of a script has calls or text");
      }
    }

    ScriptTurn checked() {
      return new ScriptTurn(calls.stream().map(Call::checked).toList(), text, delay);
    }
  }

  /** As {@link ScriptTurn.Call}, checked. */
  record Call(@Nullable String tool, @DefaultValue Map<String, Object> args) {

    Call {
      require("tool", tool, "the exposed name, as in server__tool");
    }

    ScriptTurn.Call checked() {
      return new ScriptTurn.Call(Objects.requireNonNull(tool), Collections.unmodifiableMap(args));
    }
  }

  private static void require(String key, @Nullable String value, String what) {
    if (value == null || value.isBlank()) {
      throw new InvalidSettingException(key, "is missing: " + what);
    }
  }
}
