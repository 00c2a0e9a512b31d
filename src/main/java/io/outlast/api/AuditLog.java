package io.outlast.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** One line for every change that came through the API: who, what, which run. */
final class AuditLog extends OncePerRequestFilter {

  private static final Logger log = LoggerFactory.getLogger("io.outlast.audit");
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final Pattern RUN = Pattern.compile("/v1/runs/([^/?]+)");

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return READING.contains(request.getMethod());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    if (response.getStatus() < 400) {
      Principal caller = request.getUserPrincipal();
      log.info(
          "who={} what=\"{} {}\" status={} run={}",
          caller == null ? "anonymous" : oneLine(caller.getName()),
          request.getMethod(),
          oneLine(request.getRequestURI()),
          response.getStatus(),
          run(request.getRequestURI(), response.getHeader(HttpHeaders.LOCATION)));
    }
  }

  private static String run(String path, @Nullable String location) {
    Matcher named = RUN.matcher(location == null ? path : location);
    return named.find() ? oneLine(named.group(1)) : "-";
  }

  /** Nobody writes lines of their own into the log. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s\"]", "_");
  }
}
