package io.outlast.mcp;

import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The tools one server has on offer, also while it is down. Thread-safe. */
final class ServerOffer {

  private static final Logger log = LoggerFactory.getLogger(ServerOffer.class);

  private final String server;
  private final Runnable changed;
  private final ReentrantLock lock = new ReentrantLock();
  private long generation;
  private volatile List<ToolSpec> tools = List.of();
  private volatile boolean known;

  ServerOffer(String server, Runnable changed) {
    this.server = server;
    this.changed = changed;
  }

  List<ToolSpec> tools() {
    return tools;
  }

  /** Whether the server has listed its tools, and the catalogue has them. */
  boolean isKnown() {
    return known;
  }

  boolean has(String tool) {
    return tools.stream().anyMatch(spec -> spec.ref().tool().equals(tool));
  }

  /** Puts on offer what a generation lists, unless a newer one has spoken. */
  void replace(long by, List<ToolSpec> listed) {
    lock.lock();
    try {
      if (by < generation) {
        return;
      }
      if (generation > 0) {
        String difference = ToolCatalogue.difference(tools, listed);
        log.atLevel(difference.equals("none") ? Level.DEBUG : Level.INFO)
            .log("{}: tools listed again, difference: {}", server, difference);
      }
      generation = by;
      tools = listed;
    } finally {
      lock.unlock();
    }
    changed.run();
    known = true;
  }

  /** The server says that its tools have changed. Blocks until they are listed. */
  void listAgain(ConnectionOpener opener, McpConnection connection) {
    try {
      replace(connection.generation(), opener.listTools(connection, opener.startupDeadline()));
    } catch (ConnectFailure e) {
      log.warn(
          "{}: the tools could not be listed again, the old ones stay: {}", server, e.reason());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
