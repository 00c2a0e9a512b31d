package io.outlast.tool;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Where tools come from. Thread-safe; no method blocks. */
public interface ToolSource {

  /** The tools that can be offered at this moment, over all servers, ordered by exposed name. */
  List<ToolSpec> tools();

  /** The tool a model means by this exposed name. */
  Optional<ToolSpec> find(String exposedName);

  /** The names of all configured servers. */
  Set<String> servers();

  /**
   * Those of them whose tools are known: they were listed at least once, and are among {@link
   * #tools} if that is asked afterwards.
   */
  Set<String> listed();

  /** Completes once each of these servers has been ready or has failed at least once. */
  CompletableFuture<Void> attempted(Collection<String> servers);

  /** Begins one attempt; waiting for a slot or a connection happens inside the exchange. */
  ToolExchange start(ToolRequest request);

  /**
   * The servers of these names that are configured as required and are not usable now, with the
   * reason. A run that needs one of them must not start.
   */
  List<MissingServer> missingRequired(Collection<String> servers);

  /** A required server that is down. */
  record MissingServer(String name, String reason) {}
}
