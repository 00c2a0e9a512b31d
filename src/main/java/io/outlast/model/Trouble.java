package io.outlast.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt brought no answer.
 *
 * @param status HTTP status, where there was one
 * @param words what to tell the user, the provider's words as far as there are any
 * @param passing whether asking again may help
 * @param retryAfter the wait that the provider asks for
 * @param errorType low-cardinality name for metrics
 */
record Trouble(
    ModelReply.Kind kind,
    @Nullable Integer status,
    String words,
    boolean passing,
    @Nullable Duration retryAfter,
    String errorType) {

  /** An answer that cannot be used, and would not be better the next time. */
  static Trouble lasting(@Nullable Integer status, String words, String errorType) {
    return new Trouble(ModelReply.Kind.ERROR, status, words, false, null, errorType);
  }

  static Trouble connection(String words) {
    return new Trouble(ModelReply.Kind.ERROR, null, words, true, null, "connection");
  }

  static Trouble overflow(@Nullable Integer status, String words) {
    return new Trouble(
        ModelReply.Kind.CONTEXT_OVERFLOW, status, words, false, null, "context_overflow");
  }
}
