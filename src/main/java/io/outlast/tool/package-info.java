/** What a tool call means: deadline, effect, delivery, outcome, wording. */
@ApplicationModule(allowedDependencies = {"control", "telemetry"})
@NullMarked
package io.outlast.tool;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
