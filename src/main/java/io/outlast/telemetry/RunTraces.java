package io.outlast.telemetry;

import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.function.Supplier;

/**
 * Gives the traces of runs the ids that runs are known by, and all others random ones: every start
 * of a run, in whatever process, is then in the same trace. Thread-safe.
 */
public final class RunTraces implements IdGenerator {

  private static final ScopedValue<String> TRACE = ScopedValue.newInstance();

  /** Does something on this thread; a trace that begins meanwhile has this id. */
  public static <T> T within(String traceId, Supplier<T> work) {
    return ScopedValue.where(TRACE, traceId).call(work::get);
  }

  @Override
  public String generateTraceId() {
    return TRACE.isBound() ? TRACE.get() : IdGenerator.random().generateTraceId();
  }

  @Override
  public String generateSpanId() {
    return IdGenerator.random().generateSpanId();
  }
}
