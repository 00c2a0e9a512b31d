package io.outlast.settings;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a credential looks like that nobody configured. A search for a plain text is many times
 * faster than one for a pattern, so the pattern is tried only where its anchor stands.
 *
 * @param anchor the text that it begins with
 * @param pattern matches from the anchor on; its first group is the credential
 * @param word whether the anchor begins a word
 */
record CredentialShape(String anchor, Pattern pattern, boolean word) {

  private static final String AUTHORIZATION = "\\s{1,5}((?=\\S*\\d)[A-Za-z0-9._~+/=-]{8,4000})";
  private static final String KEY = "[A-Za-z0-9_-]{12,400})";

  static final List<CredentialShape> ALL =
      List.of(
          new CredentialShape(
              "://", Pattern.compile("://[^/\\s:@\"]{0,100}:([^/\\s@\"]{1,200})@"), false),
          shape("Bearer", AUTHORIZATION),
          shape("bearer", AUTHORIZATION),
          shape("BEARER", AUTHORIZATION),
          shape("Basic", AUTHORIZATION),
          shape("basic", AUTHORIZATION),
          shape("BASIC", AUTHORIZATION),
          key("sk-"),
          key("ghp_"),
          key("gho_"),
          key("ghs_"),
          key("github_pat_"),
          key("glpat-"),
          key("xoxb-"),
          key("xoxp-"));

  private static CredentialShape shape(String anchor, String rest) {
    return new CredentialShape(anchor, Pattern.compile(Pattern.quote(anchor) + rest), true);
  }

  private static CredentialShape key(String anchor) {
    return new CredentialShape(anchor, Pattern.compile("(" + Pattern.quote(anchor) + KEY), true);
  }

  String mask(String text, String mask) {
    int at = text.indexOf(anchor);
    if (at < 0) {
      return text;
    }
    StringBuilder masked = new StringBuilder(text.length());
    int done = 0;
    Matcher matcher = pattern.matcher(text);
    while (at >= 0) {
      if (beginsWord(text, at) && matcher.region(at, text.length()).lookingAt()) {
        masked.append(text, done, matcher.start(1)).append(mask);
        done = matcher.end(1);
      }
      at = text.indexOf(anchor, Math.max(at + 1, done));
    }
    return masked.append(text, done, text.length()).toString();
  }

  private boolean beginsWord(String text, int at) {
    return !word || at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
  }
}
