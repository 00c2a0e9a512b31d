package io.outlast.api;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Browsers that have signed in. The cookie holds a random id and nothing else; no script can read
 * it, no other site's request carries it (RFC 6265bis, {@code SameSite=Strict}), and it goes when
 * the browser is closed. The key or token that it stands for lies in the database, sealed with that
 * id: any replica knows it, whoever reads the database does not, and signing out ends it for
 * whoever has a copy of the cookie. Thread-safe; blocks on the database.
 */
public final class BrowserSessions {

  /** However busy the browser is. */
  static final Duration LONGEST = Duration.ofHours(12);

  private static final String COOKIE = "outlast-session";

  private final JdbcClient jdbc;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  BrowserSessions(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /** Begins a session with this key or token instead of the one that the browser had. */
  public ResponseCookie begin(String credentials, HttpServletRequest request) {
    end(request);
    Instant now = clock.instant();
    jdbc.sql("delete from browser_session where expires_at <= :now")
        .param("now", now.atOffset(ZoneOffset.UTC))
        .update();
    SessionId id = SessionId.create(random);
    jdbc.sql(
            "insert into browser_session (id, credentials, expires_at) values (:id, :sealed, :end)")
        .param("id", id.name())
        .param("sealed", id.seal(credentials.getBytes(StandardCharsets.UTF_8)))
        .param("end", now.plus(LONGEST).atOffset(ZoneOffset.UTC))
        .update();
    return cookie(id.value(), request).build();
  }

  /** Ends the browser's session, if it has one, and takes the cookie away. */
  public ResponseCookie end(HttpServletRequest request) {
    id(request)
        .ifPresent(id ->
            jdbc.sql("delete from browser_session where id = :id").param("id", id.name()).update());
    return cookie("", request).maxAge(0).build();
  }

  /**
   * The key or token that the browser has signed in with; null when it has not, or not any more.
   */
  @Nullable String credentials(HttpServletRequest request) {
    return id(request).flatMap(this::credentials).orElse(null);
  }

  private Optional<String> credentials(SessionId id) {
    return jdbc.sql("select credentials from browser_session where id = :id and expires_at > :now")
        .param("id", id.name())
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .query((row, number) -> row.getBytes("credentials"))
        .optional()
        .flatMap(id::open)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Whether only the cookie speaks for the request: a browser sends it by itself. */
  static boolean isUsed(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.AUTHORIZATION) == null && id(request).isPresent();
  }

  private static Optional<SessionId> id(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies == null) {
      return Optional.empty();
    }
    for (Cookie cookie : cookies) {
      if (cookie.getName().equals(COOKIE)) {
        return SessionId.parse(cookie.getValue());
      }
    }
    return Optional.empty();
  }

  private static ResponseCookie.ResponseCookieBuilder cookie(
      String value, HttpServletRequest request) {
    return ResponseCookie.from(COOKIE, value)
        .httpOnly(true)
        .sameSite("Strict")
        .secure(request.isSecure())
        .path("/");
  }
}
