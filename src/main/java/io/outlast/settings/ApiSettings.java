package io.outlast.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much is taken in by one process.
 *
 * @param requestsPerKey requests a minute that one API key, or one JWT's subject, may make of one
 *     process; {@code 0}: any number
 * @param requestsPerAddress requests a minute from one address (IPv6: one /64) without credentials,
 *     or with unknown ones; {@code 0}: any number
 */
public record ApiSettings(
    @DefaultValue("0") int requestsPerKey, @DefaultValue("0") int requestsPerAddress) {

  public ApiSettings {
    Checks.atLeast("requests-per-key", 0, requestsPerKey);
    Checks.atLeast("requests-per-address", 0, requestsPerAddress);
  }
}
