/** The names under which runs, model calls and tool calls appear in traces and metrics. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package io.outlast.telemetry;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
