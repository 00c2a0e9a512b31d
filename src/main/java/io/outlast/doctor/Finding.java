package io.outlast.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Something a person should know of.
 *
 * @param subject what it is about, for example {@code server github}
 * @param message what was found and what can be done; holds no secret
 */
public record Finding(Severity severity, String subject, String message) {

  /** How much it matters, ascending. */
  public enum Severity {
    /** Good to know. */
    INFO,
    /** Works, but hardly as intended. */
    WARN,
    /** Something that is required is broken. */
    ERROR;

    @JsonValue
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding info(String subject, String message) {
    return new Finding(Severity.INFO, subject, message);
  }

  static Finding warn(String subject, String message) {
    return new Finding(Severity.WARN, subject, message);
  }

  static Finding error(String subject, String message) {
    return new Finding(Severity.ERROR, subject, message);
  }
}
