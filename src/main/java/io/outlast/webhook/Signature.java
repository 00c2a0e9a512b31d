package io.outlast.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as the Standard Webhooks specification (standardwebhooks.com) says: HMAC-SHA256
 * over {@code id.timestamp.body}. Immutable.
 */
final class Signature {

  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  /**
   * @param secret {@code whsec_} and Base64, or any other text, whose bytes are then the key
   */
  Signature(String secret) {
    byte[] bytes =
        secret.startsWith(PREFIX)
            ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
            : secret.getBytes(UTF_8);
    key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** The value of the header {@code webhook-signature}. */
  String of(String id, Instant at, String body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] signed = (id + "." + at.getEpochSecond() + "." + body).getBytes(UTF_8);
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }
}
