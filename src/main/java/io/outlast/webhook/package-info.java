/** Tells others that a run has ended: an outbox, signed messages, repeated until taken. */
@ApplicationModule(allowedDependencies = {"run", "journal", "settings"})
@NullMarked
package io.outlast.webhook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
