/** The configuration tree under {@code outlast.} */
@ApplicationModule(allowedDependencies = "tool")
@NullMarked
package io.outlast.settings;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
