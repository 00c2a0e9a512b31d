/** The append-only truth of every run, fenced by epoch, and its tail. */
@ApplicationModule(allowedDependencies = {"run"})
@NullMarked
package io.outlast.journal;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
