/** Vocabulary of a run. Pure Java: no Spring, no database, no JSON. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package io.outlast.run;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
