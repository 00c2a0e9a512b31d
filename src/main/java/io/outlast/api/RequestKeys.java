package io.outlast.api;

import io.outlast.journal.RequestKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads the header by which a client repeats a request without starting a second run. */
final class RequestKeys {

  static final String HEADER = "Idempotency-Key";

  private static final int LONGEST = 255;

  private static final JsonMapper CANONICAL =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private RequestKeys() {}

  /**
   * @param body the JSON that was sent; spaces and the order of fields make no difference
   */
  static RequestKey of(String key, byte[] body) {
    if (key.isBlank() || key.length() > LONGEST || !key.matches("[\\x21-\\x7e]+")) {
      throw ApiProblem.invalid(
          HEADER, "must be 1 to " + LONGEST + " visible ASCII characters without spaces");
    }
    byte[] canonical = CANONICAL.writeValueAsBytes(CANONICAL.readValue(body, Object.class));
    return new RequestKey(key, HexFormat.of().formatHex(sha256(canonical)));
  }

  private static byte[] sha256(byte[] data) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(data);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
