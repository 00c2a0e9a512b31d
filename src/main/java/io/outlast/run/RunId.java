package io.outlast.run;

import com.github.f4b6a3.ulid.UlidCreator;

/**
 * Identity of a run: {@code run_} and a ULID, so that ids sort by the time of their creation.
 *
 * @param value the whole text
 */
public record RunId(String value) {

  private static final String PREFIX = "run_";

  /** A new id, greater than every id this process made before. */
  public static RunId create() {
    return new RunId(PREFIX + UlidCreator.getMonotonicUlid());
  }

  @Override
  public String toString() {
    return value;
  }
}
