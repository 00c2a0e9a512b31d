package io.outlast.api;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The credentials of a browser that has signed in, in a cookie that no script can read, that no
 * other site's request carries (RFC 6265bis, {@code SameSite=Strict}) and that goes when the
 * browser is closed. Nothing is kept here: any replica accepts it, until the key is taken out of
 * the configuration.
 */
public final class BrowserSession {

  private static final String COOKIE = "outlast-session";

  private BrowserSession() {}

  /** The cookie that signs a browser in with this key or token. */
  public static ResponseCookie of(String key, HttpServletRequest request) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return cookie(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), request).build();
  }

  /** The cookie that signs it out. */
  public static ResponseCookie none(HttpServletRequest request) {
    return cookie("", request).maxAge(0).build();
  }

  /** Whether only the cookie speaks for the request: a browser sends it by itself. */
  static boolean isUsed(HttpServletRequest request) {
    return request.getHeader(HttpHeaders.AUTHORIZATION) == null && key(request) != null;
  }

  static @Nullable String key(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies == null) {
      return null;
    }
    for (Cookie cookie : cookies) {
      if (cookie.getName().equals(COOKIE) && !cookie.getValue().isEmpty()) {
        return decoded(cookie.getValue());
      }
    }
    return null;
  }

  private static @Nullable String decoded(String value) {
    try {
      return new String(Base64.getUrlDecoder().decode(value), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
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
