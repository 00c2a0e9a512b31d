package io.outlast.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps other web sites out. Without credentials a browser on this machine would do for any site
 * what that site asks for: across origins, or under a name that the site made point to us. Where
 * keys are asked for, all that a browser sends by itself is its cookie: what that is to change must
 * provably come from a page of ours.
 */
final class ForeignOrigins extends OncePerRequestFilter {

  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final Set<String> OUR_SITE = Set.of("same-origin", "none");
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private final Access access;

  ForeignOrigins(Access access) {
    this.access = access;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String problem = problem(request);
    if (problem == null) {
      chain.doFilter(request, response);
    } else {
      ProblemWriter.write(response, HttpStatus.FORBIDDEN, "forbidden_origin", problem);
    }
  }

  private @Nullable String problem(HttpServletRequest request) {
    if (CorsUtils.isPreFlightRequest(request)) {
      return "Requests from other origins are not accepted.";
    }
    if (!access.anonymous()) {
      return problemOfBrowser(request);
    }
    if (!access.allowAnonymous() && !isOurs(request)) {
      return "Without credentials only requests to a loopback address are accepted; configure an API"
          + " key, or set outlast.security.allow-anonymous=true.";
    }
    return SAFE.contains(request.getMethod()) || isSameOrigin(request)
        ? null
        : "Without credentials only pages of this service itself may change anything.";
  }

  private static @Nullable String problemOfBrowser(HttpServletRequest request) {
    boolean browser =
        BrowserSessions.isUsed(request) || request.getServletPath().startsWith("/sign-");
    boolean told =
        request.getHeader(FETCH_SITE) != null || request.getHeader(HttpHeaders.ORIGIN) != null;
    return !browser || SAFE.contains(request.getMethod()) || told && isSameOrigin(request)
        ? null
        : "A browser that has signed in may change something only from a page of this service.";
  }

  /** A name that a stranger's DNS points to us is not one of ours. */
  private static boolean isOurs(HttpServletRequest request) {
    String host = request.getServerName();
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || Hosts.isLoopback(host)
        || host.equals(request.getLocalAddr());
  }

  /** What no browser sends has neither header. */
  private static boolean isSameOrigin(HttpServletRequest request) {
    String site = request.getHeader(FETCH_SITE);
    if (site != null) {
      return OUR_SITE.contains(site);
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin == null || isHost(origin, request.getHeader(HttpHeaders.HOST));
  }

  private static boolean isHost(String origin, @Nullable String host) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority != null && authority.equalsIgnoreCase(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
