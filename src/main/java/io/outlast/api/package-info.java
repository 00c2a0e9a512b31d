/** The HTTP API: REST, problem details, security. */
@ApplicationModule(
    allowedDependencies = {
      "run",
      "queue",
      "schedule",
      "journal",
      "agent",
      "mcp",
      "doctor",
      "tool",
      "model",
      "settings"
    })
@NullMarked
package io.outlast.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
