package io.outlast.api;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Reads instants as RFC 3339 writes them: with four digits for the year. */
final class Instants {

  static final String WANTED = "must be an RFC 3339 instant such as 2030-01-31T06:00:00Z";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private Instants() {}

  /** Empty when it is none, or one that no database can keep. */
  static Optional<Instant> parse(String text) {
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      return instant.isBefore(FIRST) || instant.isAfter(LAST)
          ? Optional.empty()
          : Optional.of(instant);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
