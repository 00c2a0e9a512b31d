package io.outlast.tool;

import com.fasterxml.jackson.annotation.JsonValue;

/** How far a call is known to have got. */
public enum Delivery {
  /** It provably never left this process. */
  NOT_SENT("not_sent"),
  /** It was handed to the server or may have been; whether it ran is not known. */
  MAYBE_EXECUTED("maybe_executed"),
  /** The server answered it. */
  EXECUTED("executed");

  private final String wireName;

  Delivery(String wireName) {
    this.wireName = wireName;
  }

  @JsonValue
  public String wireName() {
    return wireName;
  }
}
