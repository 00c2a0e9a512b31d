package io.outlast.api;

import io.outlast.api.ApiProblem.FieldProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Refuses bodies of API calls that read none: whoever sends one expects something of it. An empty
 * object says nothing and is let through.
 */
@Component
final class UnreadBodies implements HandlerInterceptor, WebMvcConfigurer {

  private static final Set<String> CHANGES = Set.of("POST", "PUT", "PATCH", "DELETE");

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/v1/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    if (handler instanceof HandlerMethod method
        && CHANGES.contains(request.getMethod())
        && !readsBody(method)) {
      check(request.getInputStream().readAllBytes());
    }
    return true;
  }

  private static boolean readsBody(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .anyMatch(it -> it.hasParameterAnnotation(RequestBody.class));
  }

  private static void check(byte[] body) {
    if (RunSubmissionReader.isNothing(body)) {
      return;
    }
    List<FieldProblem> unknown =
        RunSubmissionReader.object(body, "{}, or left out").properties().stream()
            .limit(RunSubmissionReader.MOST_PROBLEMS)
            .map(field ->
                new FieldProblem(field.getKey(), "is not a known field; there is none here"))
            .toList();
    if (!unknown.isEmpty()) {
      throw ApiProblem.invalid(unknown);
    }
  }
}
