/** What an agent is, and the loop that runs it. */
@ApplicationModule(
    allowedDependencies = {"run", "control", "journal", "model", "tool", "settings", "telemetry"})
@NullMarked
package io.outlast.agent;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
