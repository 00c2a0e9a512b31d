/** From a claimed run to its end: concurrency, timers, drain. */
@ApplicationModule(
    allowedDependencies = {"run", "control", "journal", "queue", "agent", "settings", "telemetry"})
@NullMarked
package io.outlast.worker;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
