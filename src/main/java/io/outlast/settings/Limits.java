package io.outlast.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The global layer of every limit. A zero switches a limit off, except for {@code model-attempts}.
 *
 * @param runTimeout wall clock from a run's first start, restarts included
 * @param maxRunTimeout no request and no agent may ask for more
 * @param queueTimeout longest wait before the first start
 * @param modelTimeout one model call
 * @param modelAttempts tries of a model call, on 408, 409, 429, 5xx and a lost connection; {@code
 *     Retry-After} is honoured while the run's time lasts
 * @param toolTimeout one tool call with everything in it: waiting, connecting, calling,
 *     reconnecting, repeating
 * @param toolIdleTimeout longest silence between progress notifications inside a call
 * @param requestedTimeoutGrace added to a longer limit that the model asked for in a call's
 *     arguments
 * @param maxTurns model calls in a run
 * @param maxToolCalls tool calls in a run
 * @param maxTotalTokens input and output tokens of a run
 * @param maxResultBytes longer tool results reach the model cut, with a note; the API keeps them
 *     whole up to 8 MB
 * @param parallelToolCalls tool calls of one run under way at once
 */
public record Limits(
    @DefaultValue("1h") Duration runTimeout,
    @DefaultValue("24h") Duration maxRunTimeout,
    @DefaultValue("0") Duration queueTimeout,
    @DefaultValue("5m") Duration modelTimeout,
    @DefaultValue("3") int modelAttempts,
    @DefaultValue("10m") Duration toolTimeout,
    @DefaultValue("0") Duration toolIdleTimeout,
    @DefaultValue("30s") Duration requestedTimeoutGrace,
    @DefaultValue("50") int maxTurns,
    @DefaultValue("150") int maxToolCalls,
    @DefaultValue("0") long maxTotalTokens,
    @DefaultValue("256KB") DataSize maxResultBytes,
    @DefaultValue("8") int parallelToolCalls) {

  public Limits {
    Checks.notNegative("run-timeout", runTimeout);
    Checks.notNegative("max-run-timeout", maxRunTimeout);
    Checks.notNegative("queue-timeout", queueTimeout);
    Checks.notNegative("model-timeout", modelTimeout);
    Checks.atLeast("model-attempts", 1, modelAttempts);
    Checks.notNegative("tool-timeout", toolTimeout);
    Checks.notNegative("tool-idle-timeout", toolIdleTimeout);
    Checks.notNegative("requested-timeout-grace", requestedTimeoutGrace);
    Checks.atLeast("max-turns", 0, maxTurns);
    Checks.atLeast("max-tool-calls", 0, maxToolCalls);
    Checks.atLeast("max-total-tokens", 0, maxTotalTokens);
    Checks.atLeast("max-result-bytes", 0, maxResultBytes.toBytes());
    Checks.atLeast("parallel-tool-calls", 0, parallelToolCalls);
    if (!maxRunTimeout.isZero() && runTimeout.compareTo(maxRunTimeout) > 0) {
      throw new InvalidSettingException(
          "run-timeout",
          "is "
              + Durations.print(runTimeout)
              + ", above max-run-timeout "
              + Durations.print(maxRunTimeout)
              + ": raise max-run-timeout too");
    }
  }
}
