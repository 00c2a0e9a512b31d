package io.outlast.model;

import java.time.Duration;

/** Hears about attempts that failed and will be repeated. Called on the asking thread. */
@FunctionalInterface
public interface ModelListener {

  ModelListener NONE = (attempt, delay, reason) -> {};

  /**
   * @param attempt number of the attempt that failed, from 1
   * @param delay the wait before the next one
   * @param reason the provider's words
   */
  void retrying(int attempt, Duration delay, String reason);
}
