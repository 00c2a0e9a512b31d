/** Asking a model; the only importer of Spring AI. */
@ApplicationModule(allowedDependencies = {"control", "tool", "settings", "telemetry"})
@NullMarked
package io.outlast.model;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
