/** The commands of the jar: doctor and run. */
@ApplicationModule(
    allowedDependencies = {
      "run",
      "journal",
      "queue",
      "agent",
      "worker",
      "mcp",
      "model",
      "doctor",
      "api",
      "tool",
      "settings"
    })
@NullMarked
package io.outlast.cli;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
