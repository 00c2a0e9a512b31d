/** Time and stopping: deadlines, tickers, cancel signals. Pure Java. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package io.outlast.control;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
