package io.outlast.tool;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a call of a tool may do to the world, and so whether it may be repeated. */
public enum Effect {
  READ_ONLY("read_only"),
  IDEMPOTENT("idempotent"),
  SIDE_EFFECTING("side_effecting");

  private final String wireName;

  Effect(String wireName) {
    this.wireName = wireName;
  }

  @JsonValue
  public String wireName() {
    return wireName;
  }

  /** Whether a call that may have been executed can be sent once more without harm. */
  public boolean repeatable() {
    return this != SIDE_EFFECTING;
  }
}
