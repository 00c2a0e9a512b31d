package io.outlast.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts that people see: logs, errors, reports, API answers. Masks the values
 * it was given, and whatever looks like a credential. Thread-safe.
 */
public final class SecretMasker {

  private static final String MASK = "***";

  private static final Pattern AUTHORIZATION =
      Pattern.compile("(?i)\\b(bearer|basic)\\s+(?=\\S*\\d)[a-z0-9._~+/=-]{8,}");
  private static final Pattern WELL_KNOWN_KEY =
      Pattern.compile("\\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp])[-_][A-Za-z0-9_-]{12,}");
  private static final Pattern USER_INFO =
      Pattern.compile("(://[^/\\s:@\"]{0,100}:)[^/\\s@\"]{1,200}@");

  private final List<String> secrets;

  SecretMasker(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .filter(secret -> !secret.isBlank())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /** The text with every secret replaced by {@code ***}; linear in its length. */
  public String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return patterns(masked);
  }

  /** A search for plain text is many times faster than a pattern, so it goes first. */
  private static String patterns(String text) {
    String masked = text;
    if (masked.contains("://") && masked.indexOf('@') >= 0) {
      masked = USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
    }
    if (mentions(masked, "earer ") || mentions(masked, "asic ")) {
      masked = AUTHORIZATION.matcher(masked).replaceAll("$1 " + MASK);
    }
    return WELL_KNOWN_KEY.matcher(masked).replaceAll(MASK);
  }

  private static boolean mentions(String text, String word) {
    return text.contains(word) || text.contains(word.toUpperCase(Locale.ROOT));
  }
}
