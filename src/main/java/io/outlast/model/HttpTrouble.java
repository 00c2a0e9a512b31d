package io.outlast.model;

import java.time.Clock;
import java.util.Set;
import okhttp3.Headers;

/** What an error status means: who is to blame, and whether asking again may help. */
final class HttpTrouble {

  /** Statuses whose words about tokens and limits are not about the conversation's length. */
  private static final Set<Integer> NEVER_OVERFLOW = Set.of(401, 403, 404, 408, 409, 429);

  private HttpTrouble() {}

  static Trouble of(int status, ProviderWords said, Headers headers, Clock clock) {
    String words = said.message().isBlank() ? "the provider says nothing" : said.message();
    if (status >= 300 && status < 400) {
      words =
          "redirected to %s, which is not followed; %s".formatted(headers.get("Location"), words);
    }
    if (status < 200 || status > 299) {
      words = "HTTP " + status + ": " + words;
    }
    if (!NEVER_OVERFLOW.contains(status) && said.sayContextOverflow()) {
      return Trouble.overflow(status, words);
    }
    return new Trouble(
        ModelReply.Kind.ERROR,
        status,
        words,
        passes(status, said, headers),
        RetryAfter.of(headers, clock),
        status < 300 ? "provider_error" : Integer.toString(status));
  }

  private static boolean passes(int status, ProviderWords said, Headers headers) {
    String hint = headers.get("x-should-retry");
    if ("false".equals(hint) || said.code().equals("insufficient_quota")) {
      return false;
    }
    return status == 408 || status == 409 || status == 429 || status >= 500;
  }
}
