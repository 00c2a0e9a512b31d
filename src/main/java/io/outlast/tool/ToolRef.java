package io.outlast.tool;

/**
 * A tool of one MCP server, by the names its server and the configuration use.
 *
 * @param server the server's name in the configuration
 * @param tool the tool's name as the server lists it
 */
public record ToolRef(String server, String tool) {

  /** {@code server.tool}, as messages to people and models name it. */
  public String display() {
    return server + "." + tool;
  }

  @Override
  public String toString() {
    return server + ":" + tool;
  }
}
