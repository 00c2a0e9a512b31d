package io.outlast.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * While the service stops, each answer ends its connection. Balancers stop giving new connections
 * to a process that is not ready, but leave it those that are open: a client that keeps one would
 * be refused again and again where a new one reaches another process.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LastAnswers extends OncePerRequestFilter
    implements ApplicationListener<ContextClosedEvent> {

  private volatile boolean stopping;

  /** Comes before anything is stopped. */
  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    stopping = true;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (stopping) {
      response.setHeader(HttpHeaders.CONNECTION, "close");
    }
    chain.doFilter(request, response);
  }
}
