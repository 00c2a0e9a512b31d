package io.outlast.settings;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param apiKeys the keys that may come in, as hashes
 * @param allowAnonymous lets the service listen beyond loopback without any credentials
 */
public record SecuritySettings(
    @DefaultValue List<ApiKey> apiKeys, @DefaultValue("false") boolean allowAnonymous) {

  /**
   * @param name who it belongs to, for the audit log
   * @param sha256 the key's SHA-256 in lower-case hexadecimal
   */
  public record ApiKey(String name, String sha256, Role role) {}

  /** What a key may do: read, or read and change. */
  public enum Role {
    VIEWER,
    OPERATOR
  }
}
