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

  /** The call is being made on a connection that was recreated for it or while it waited. */
  default void reconnected(String server, long generation) {}
}
