package io.outlast.model;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The configured models by name. Thread-safe. */
public interface Models {

  /** The model of this name; empty when none is configured. */
  Optional<Model> find(String name);

  /** The models in the configuration's order, whether usable or not. */
  List<ModelInfo> list();

  /**
   * Completes once the first question to any model will not have to load what all questions need:
   * seconds of a cold process that should not count against a run.
   */
  default CompletableFuture<Void> prepared() {
    return CompletableFuture.completedFuture(null);
  }

  /**
   * Whether the model can be reached with its key, without spending tokens. Blocks up to {@code
   * timeout}.
   */
  ModelCheck check(String name, java.time.Duration timeout);

  /**
   * @param keyPresent whether a key is configured, where one is needed
   */
  record ModelInfo(
      String name, String provider, String model, String baseUrl, boolean keyPresent) {}

  /**
   * @param detail what was found, for a person; never contains the key
   */
  record ModelCheck(boolean ok, String detail) {}
}
