package io.outlast.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Refuses query parameters of the API that nothing reads: a misspelt one must not be ignored. */
@Component
final class KnownParams implements HandlerInterceptor, WebMvcConfigurer {

  private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/v1/**");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method && !readsAll(method)) {
      List<String> known = known(method);
      for (String name : request.getParameterMap().keySet()) {
        if (!known.contains(name)) {
          throw ApiProblem.invalid(
              name,
              "is not a known parameter; "
                  + (known.isEmpty()
                      ? "there is none here"
                      : "known are " + String.join(", ", known)));
        }
      }
    }
    return true;
  }

  private static boolean readsAll(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .anyMatch(it -> it.hasParameterAnnotation(RequestParam.class) && isMap(it));
  }

  private static boolean isMap(MethodParameter parameter) {
    return Map.class.isAssignableFrom(parameter.getParameterType());
  }

  private List<String> known(HandlerMethod method) {
    List<String> known = new ArrayList<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      parameter.initParameterNameDiscovery(names);
      RequestParam param = parameter.getParameterAnnotation(RequestParam.class);
      if (param != null) {
        known.add(
            param.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : param.name());
      }
    }
    return known;
  }
}
