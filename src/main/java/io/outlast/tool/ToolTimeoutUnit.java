package io.outlast.tool;

import java.math.BigDecimal;

/** Units in which a tool's argument may say how long the tool is allowed to take. */
public enum ToolTimeoutUnit {
  MS("ms", 1),
  S("s", 1_000),
  M("m", 60_000),
  H("h", 3_600_000);

  private final String shortName;
  private final BigDecimal millis;

  ToolTimeoutUnit(String shortName, long millis) {
    this.shortName = shortName;
    this.millis = BigDecimal.valueOf(millis);
  }

  public String shortName() {
    return shortName;
  }

  BigDecimal toMillis(BigDecimal amount) {
    return amount.multiply(millis);
  }
}
