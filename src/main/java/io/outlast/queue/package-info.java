/** Runs that wait: submitting, claiming, leases, revival. */
@ApplicationModule(allowedDependencies = {"run", "control", "journal", "settings"})
@NullMarked
package io.outlast.queue;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
