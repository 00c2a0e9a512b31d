package io.outlast.settings;

/**
 * A value that must not be shown. {@link #toString} is masked, so that a log line or an error that
 * quotes a record gives nothing away.
 */
public record Secret(String value) {

  public boolean isEmpty() {
    return value.isBlank();
  }

  @Override
  public String toString() {
    return "***";
  }
}
