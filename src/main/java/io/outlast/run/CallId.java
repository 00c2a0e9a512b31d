package io.outlast.run;

import com.github.f4b6a3.ulid.UlidCreator;

/** Makes the identities of tool calls: {@code call_} and a ULID. */
public final class CallId {

  private CallId() {}

  /** A new id, greater than every id this process made before. */
  public static String create() {
    return "call_" + UlidCreator.getMonotonicUlid();
  }
}
