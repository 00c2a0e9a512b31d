/** The inspector: pages for people, rendered here and kept live by the API's event stream. */
@ApplicationModule(
    allowedDependencies = {
      "api",
      "run",
      "journal",
      "agent",
      "doctor",
      "schedule",
      "settings",
      "tool"
    })
@NullMarked
package io.outlast.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
