package io.outlast.api;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Takes the token from {@code Authorization: Bearer} (RFC 6750 section 2.1). Any characters are
 * taken, because people choose keys of their own. Without that header the cookie of a browser that
 * has signed in counts.
 */
final class BearerToken implements AuthenticationConverter {

  private static final String SCHEME = "Bearer ";

  private final BrowserSessions sessions;

  BearerToken(BrowserSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public @Nullable Authentication convert(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null) {
      // A key that is not valid any more must not keep anyone from signing in anew.
      return Doors.isOpen(request) ? null : ofBrowser(request);
    }
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    String token = header.substring(SCHEME.length()).strip();
    return token.isEmpty() ? null : new BearerTokenAuthenticationToken(token);
  }

  private @Nullable Authentication ofBrowser(HttpServletRequest request) {
    try {
      String key = sessions.credentials(request);
      return key == null ? null : new BearerTokenAuthenticationToken(key);
    } catch (DataAccessException e) {
      throw new AuthenticationServiceException("The database does not answer", e);
    }
  }
}
