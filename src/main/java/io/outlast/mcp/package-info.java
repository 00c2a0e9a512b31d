/** Supervised connections to MCP servers; the only importer of the MCP SDK. */
@ApplicationModule(allowedDependencies = {"control", "tool", "settings", "telemetry"})
@NullMarked
package io.outlast.mcp;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
