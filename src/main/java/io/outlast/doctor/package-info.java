/** What is configured, what works of it, and what is worth knowing: reports, findings, health. */
@ApplicationModule(
    allowedDependencies = {"run", "journal", "queue", "agent", "mcp", "model", "tool", "settings"})
@NullMarked
package io.outlast.doctor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
