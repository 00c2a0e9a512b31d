package io.outlast.api;

import io.outlast.api.CallerLimits.TooMany;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses callers who ask too often (RFC 6585 section 4). Probes and parts of pages are free. So is
 * the way to sign in, where the key comes in the form: what is wrong there is counted there.
 */
final class RateLimitFilter extends OncePerRequestFilter {

  private final CallerLimits limits;
  private final List<String> free;

  /**
   * @param health address of the probes
   */
  RateLimitFilter(CallerLimits limits, String health) {
    this.limits = limits;
    this.free = List.of(health, "/assets/", "/webjars/", "/sign-in");
  }

  /** The page that says a refusal is no request of its own. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getDispatcherType() != DispatcherType.REQUEST
        || free.stream().anyMatch(request.getServletPath()::startsWith);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<TooMany> tooMany =
        limits.ask(SecurityContextHolder.getContext().getAuthentication(), request);
    if (tooMany.isPresent()) {
      refuse(request, response, tooMany.get());
    } else {
      chain.doFilter(request, response);
    }
  }

  /**
   * Credentials that are not known count for the address that they came from; but not those that
   * could not be looked up.
   */
  void unknown(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
      throws IOException, ServletException {
    Optional<TooMany> tooMany =
        why instanceof AuthenticationServiceException
            ? Optional.empty()
            : limits.ask(null, request);
    if (tooMany.isPresent()) {
      refuse(request, response, tooMany.get());
    } else {
      Doors.signIn(request, response, why);
    }
  }

  private static void refuse(
      HttpServletRequest request, HttpServletResponse response, TooMany tooMany)
      throws IOException, ServletException {
    response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
    Doors.refuse(request, response, HttpStatus.TOO_MANY_REQUESTS, "rate_limited", tooMany.detail());
  }
}
