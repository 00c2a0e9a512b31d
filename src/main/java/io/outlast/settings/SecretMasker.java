package io.outlast.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes secrets out of texts that people see: logs, errors, reports, API answers. Masks the values
 * it was given, and whatever looks like a credential. Thread-safe.
 */
public final class SecretMasker {

  private static final String MASK = "***";

  private volatile List<String> secrets;

  /**
   * @param secrets values to mask wherever they stand; must not be short words of everyday use
   */
  public SecretMasker(Collection<String> secrets) {
    this.secrets = longestFirst(secrets.stream());
  }

  private static List<String> longestFirst(Stream<String> secrets) {
    return secrets
        .filter(secret -> !secret.isBlank())
        .distinct()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }

  /** Masks these too from now on. To be called by one thread at a time. */
  void learn(Collection<String> more) {
    List<String> known = secrets;
    if (!known.containsAll(more)) {
      secrets = longestFirst(Stream.concat(known.stream(), more.stream()));
    }
  }

  /** The text with every secret replaced by {@code ***}; linear in its length. */
  public String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    for (CredentialShape shape : CredentialShape.ALL) {
      masked = shape.mask(masked, MASK);
    }
    return masked;
  }
}
