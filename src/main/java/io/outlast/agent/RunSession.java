package io.outlast.agent;

import io.outlast.control.CancelSignal;
import io.outlast.control.Deadline;
import io.outlast.run.Run;
import io.outlast.settings.LimitOverrides;
import java.util.function.BooleanSupplier;

/**
 * One start of a run, as the loop gets it.
 *
 * @param run as it was claimed
 * @param requestLimits what its request said about limits
 * @param budget the run's end
 * @param cancel stops it
 * @param stopping whether this process wants to hand it over at the next step boundary
 */
public record RunSession(
    Run run,
    AgentSpec agent,
    LimitOverrides requestLimits,
    RunLog log,
    Deadline budget,
    CancelSignal cancel,
    BooleanSupplier stopping) {}
