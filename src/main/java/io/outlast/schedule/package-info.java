/** Agents that start by themselves: what their schedules say, and what became of it. */
@ApplicationModule(allowedDependencies = {"run", "journal", "queue", "agent", "settings"})
@NullMarked
package io.outlast.schedule;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
