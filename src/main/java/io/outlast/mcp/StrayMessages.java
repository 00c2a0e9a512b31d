package io.outlast.mcp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a server sends that nobody waits for; nothing else ever comes of it. */
final class StrayMessages {

  private static final Logger log = LoggerFactory.getLogger(StrayMessages.class);

  private final String server;
  private final Counter lateReplies;
  private final Counter unknownReplies;
  private final Counter unknownProgress;

  StrayMessages(MeterRegistry registry, String server) {
    this.server = server;
    this.lateReplies = registry.counter("outlast.mcp.late.replies", "server", server);
    this.unknownReplies = stray(registry, server, "reply");
    this.unknownProgress = stray(registry, server, "progress");
  }

  private static Counter stray(MeterRegistry registry, String server, String kind) {
    return registry.counter("outlast.mcp.strays", "server", server, "kind", kind);
  }

  /** A reply to a request that was given up. */
  void lateReply(Object id) {
    lateReplies.increment();
    log.debug("{}: late reply to request {} dropped", server, id);
  }

  /** A reply to a request that there never was, or that is answered. */
  void unknownReply(@Nullable Object id) {
    unknownReplies.increment();
    log.debug("{}: reply to unknown request {} dropped", server, id);
  }

  /** Progress of no call that is in flight. */
  void unknownProgress(@Nullable Object token) {
    unknownProgress.increment();
    log.debug("{}: progress with unknown token {} ignored", server, token);
  }
}
