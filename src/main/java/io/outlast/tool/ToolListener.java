package io.outlast.tool;

/** Hears what happens during one call. Called on threads of the connection; must not block. */
public interface ToolListener {

  ToolListener NONE = new ToolListener() {};

  /**
   * The request is leaving for the server: from here its silence counts.
   *
   * @param requestId its JSON-RPC id
   */
  default void sent(Object requestId) {}

  /** The server reported progress for this call. */
  default void progress(ToolProgress progress) {}

  /**
   * The call is about to be made on this connection.
   *
   * @param recreated whether it waited for a recreated one, or is the first to use it
   */
  default void connected(String server, long generation, boolean recreated) {}
}
