package io.outlast.web;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.ResponseStatus;

/** What all pages have: who looks at them, and what is said where there is none. */
@ControllerAdvice(basePackageClasses = PageFrame.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageFrame {

  /** Without credentials everybody may do everything. */
  @ModelAttribute("operator")
  boolean operator(HttpServletRequest request) {
    return request.getUserPrincipal() == null || request.isUserInRole("OPERATOR");
  }

  @ModelAttribute("caller")
  @Nullable String caller(HttpServletRequest request) {
    Principal caller = request.getUserPrincipal();
    return caller == null ? null : caller.getName();
  }

  @ExceptionHandler(NoSuchPage.class)
  @ResponseStatus(HttpStatus.NOT_FOUND)
  String missing(NoSuchPage e, HttpServletRequest request, Model model) {
    return trouble("Not found", e, request, model);
  }

  @ExceptionHandler(UnclearAddress.class)
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String unclear(UnclearAddress e, HttpServletRequest request, Model model) {
    return trouble("Nothing to show", e, request, model);
  }

  private String trouble(
      String title, RuntimeException e, HttpServletRequest request, Model model) {
    model.addAttribute("title", title);
    model.addAttribute("message", Objects.requireNonNull(e.getMessage()));
    model.addAttribute("operator", operator(request));
    model.addAttribute("caller", caller(request));
    return request.getHeader("HX-Request") == null ? "missing" : "missing :: message";
  }
}
