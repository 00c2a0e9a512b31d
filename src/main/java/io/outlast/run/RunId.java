package io.outlast.run;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import java.util.HexFormat;

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

  /**
   * The id of the trace that shows the run: the same 128 bits, in 32 hexadecimal digits (W3C Trace
   * Context).
   */
  public String traceId() {
    Ulid ulid = Ulid.from(value.substring(PREFIX.length()));
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(ulid.getMostSignificantBits())
        + hex.toHexDigits(ulid.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value;
  }
}
