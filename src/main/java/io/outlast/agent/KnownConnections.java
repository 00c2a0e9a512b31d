package io.outlast.agent;

import io.outlast.run.RunEvent;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The connections that one start of a run has used. Thread-safe. */
final class KnownConnections {

  private final Map<String, Long> latest = new ConcurrentHashMap<>();

  /**
   * A call is made on this connection.
   *
   * @param recreated whether the call waited for it, or is the first to use it
   * @return what to tell, once for each connection: the run has a connection in place of another
   */
  Optional<RunEvent> use(String server, long generation, boolean recreated) {
    AtomicBoolean isNew = new AtomicBoolean();
    latest.compute(
        server,
        (name, before) -> {
          isNew.set(before == null ? recreated : before < generation);
          return before == null ? generation : Math.max(before, generation);
        });
    return isNew.get()
        ? Optional.of(new RunEvent.McpReconnected(server, generation))
        : Optional.empty();
  }
}
