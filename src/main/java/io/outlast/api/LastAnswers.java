package io.outlast.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * While the service stops, each answer ends its connection. Balancers stop giving new connections
 * to a process that is not ready, but leave it those that are open: a client that keeps one would
 * be refused again and again where a new one reaches another process.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LastAnswers extends OncePerRequestFilter
    implements ApplicationListener<ContextClosedEvent>, ResponseBodyAdvice<Object> {

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

  @Override
  public boolean supports(
      MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
    return stopping;
  }

  /** The stop may have begun while somebody waited for this answer. */
  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter answer,
      MediaType type,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    response.getHeaders().set(HttpHeaders.CONNECTION, "close");
    return body;
  }
}
