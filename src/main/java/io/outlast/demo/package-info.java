/** What makes the service worth a look without a key or another server: a small MCP server. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package io.outlast.demo;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
