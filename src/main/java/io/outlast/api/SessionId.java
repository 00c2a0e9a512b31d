package io.outlast.api;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A session's secret, which only its browser has. It is known here by its hash, and what belongs to
 * the session is sealed with it (AES-256-GCM, NIST SP 800-38D): each id seals one text only.
 */
final class SessionId {

  private static final int BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final byte[] secret;

  private SessionId(byte[] secret) {
    this.secret = secret;
  }

  static SessionId create(SecureRandom random) {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return new SessionId(secret);
  }

  /** Empty for what is no id of ours. */
  static Optional<SessionId> parse(String value) {
    try {
      byte[] secret = Base64.getUrlDecoder().decode(value);
      return secret.length == BYTES ? Optional.of(new SessionId(secret)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What the browser keeps. */
  String value() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  /** What it is known by here, from which nobody finds the id. */
  String name() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(secret));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  byte[] seal(byte[] text) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, key());
      byte[] nonce = cipher.getIV();
      byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + cipher.getOutputSize(text.length));
      cipher.doFinal(text, 0, text.length, sealed, NONCE_BYTES);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Empty for what was not sealed with this id. */
  Optional<byte[]> open(byte[] sealed) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE, key(), new GCMParameterSpec(TAG_BITS, sealed, 0, NONCE_BYTES));
      return Optional.of(cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private SecretKey key() {
    return new SecretKeySpec(secret, "AES");
  }
}
