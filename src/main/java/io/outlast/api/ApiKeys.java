package io.outlast.api;

import io.outlast.settings.SecuritySettings.ApiKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys that may come in, kept as hashes. Immutable. */
final class ApiKeys {

  private record Known(ApiKey key, byte[] sha256) {}

  private final List<Known> known;

  ApiKeys(List<ApiKey> keys) {
    known = keys.stream().map(it -> new Known(it, HexFormat.of().parseHex(it.sha256()))).toList();
  }

  /** Compares with every key in constant time, so that the time tells nothing about any of them. */
  Optional<ApiKey> find(String presented) {
    byte[] hash = sha256(presented);
    @Nullable ApiKey found = null;
    for (Known candidate : known) {
      if (MessageDigest.isEqual(candidate.sha256(), hash)) {
        found = candidate.key();
      }
    }
    return Optional.ofNullable(found);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
