package io.outlast.api;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;

/** Counts requests by who makes them, and says in words who makes too many. Thread-safe. */
public final class CallerLimits {

  private static final String FORWARDED = "Forwarded";
  private static final String X_FORWARDED = "X-Forwarded-For";

  private final RateLimits limits;
  private final boolean trustsProxies;

  /**
   * @param trustsProxies whether the address that a proxy forwards is taken for the caller's
   */
  CallerLimits(RateLimits limits, boolean trustsProxies) {
    this.limits = limits;
    this.trustsProxies = trustsProxies;
  }

  /**
   * Too many requests.
   *
   * @param seconds until one more is taken
   */
  public record TooMany(long seconds, String detail) {}

  /**
   * Counts one request.
   *
   * @param caller null or anonymous when it came without known credentials; then it counts for the
   *     address that it came from
   * @return empty when it is taken
   */
  public Optional<TooMany> ask(@Nullable Authentication caller, HttpServletRequest request) {
    Authentication known = caller instanceof AnonymousAuthenticationToken ? null : caller;
    RateLimits.Answer answer =
        known == null ? limits.askFrom(request.getRemoteAddr()) : limits.ask(known);
    return switch (answer) {
      case RateLimits.Answer.Taken taken -> Optional.empty();
      case RateLimits.Answer.Refused refused ->
          Optional.of(tooMany(refused, known != null, request));
    };
  }

  private TooMany tooMany(
      RateLimits.Answer.Refused refused, boolean known, HttpServletRequest request) {
    long seconds = refused.pause().plus(Duration.ofSeconds(1).minusNanos(1)).toSeconds();
    String detail =
        "More than %d requests a minute came %s (outlast.api.%s); try again in %d s."
            .formatted(
                refused.who().perMinute(),
                known
                    ? "with " + refused.who().name()
                    : "from " + refused.who().name() + " without known credentials",
                known ? "requests-per-key" : "requests-per-address",
                seconds);
    return new TooMany(seconds, known ? detail : detail + hint(request));
  }

  private String hint(HttpServletRequest request) {
    boolean forwarded =
        request.getHeader(FORWARDED) != null || request.getHeader(X_FORWARDED) != null;
    return forwarded && !trustsProxies
        ? " This address is a proxy's: with server.forward-headers-strategy set, each caller behind"
            + " it counts by itself."
        : "";
  }
}
