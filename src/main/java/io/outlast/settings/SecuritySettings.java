package io.outlast.settings;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param apiKeys keys that may come in: of each its {@code name}, {@code sha256} (the key's SHA-256
 *     in hexadecimal) and {@code role} ({@code viewer} or {@code operator})
 * @param allowAnonymous lets the service listen beyond loopback without credentials
 */
public record SecuritySettings(
    @DefaultValue List<ApiKey> apiKeys, @DefaultValue("false") boolean allowAnonymous) {

  public SecuritySettings {
    apiKeys = List.copyOf(apiKeys);
  }

  /**
   * @param name who it belongs to, for the audit log
   * @param sha256 the key's SHA-256 in lower-case hexadecimal
   */
  public record ApiKey(String name, String sha256, Role role) {

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    public ApiKey {
      Checks.required("name", name, "who the key belongs to");
      Checks.required("role", role, "viewer or operator");
      sha256 =
          Checks.required("sha256", sha256, "the key's SHA-256 in hexadecimal")
              .toLowerCase(Locale.ROOT);
      Checks.that(
          SHA_256.matcher(sha256).matches(),
          "sha256",
          "is no SHA-256: 64 hexadecimal digits, as printed by printf %s KEY | sha256sum");
    }

    /** The entry for a key in plain text. */
    static ApiKey of(String name, String key, Role role) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] hash = digest.digest(key.getBytes(StandardCharsets.UTF_8));
        return new ApiKey(name, HexFormat.of().formatHex(hash), role);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** What a key may do: read, or read and change. */
  public enum Role {
    VIEWER,
    OPERATOR
  }
}
