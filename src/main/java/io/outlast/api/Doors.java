package io.outlast.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;

/** Which addresses are pages for people, and how those are told to sign in. */
final class Doors {

  /** Whatever a browser needs before it has signed in; holds nothing of this service's work. */
  static final String[] OPEN = {"/sign-in", "/sign-out", "/assets/**", "/webjars/**"};

  static final String SWAGGER = "/swagger-ui";

  private static final List<String> PAGES =
      List.of("/runs", "/schedules", "/servers", "/doctor", SWAGGER);

  /** The pages load their own scripts and styles only. */
  private static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
          + " 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors"
          + " 'none'";

  /** Swagger UI writes style attributes. */
  private static final String SWAGGER_POLICY =
      PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

  private Doors() {}

  static boolean isOpen(HttpServletRequest request) {
    String path = request.getServletPath();
    return path.startsWith("/sign-") || path.startsWith("/assets/") || path.startsWith("/webjars/");
  }

  private static boolean isPage(HttpServletRequest request) {
    String path = request.getServletPath();
    return path.equals("/") || PAGES.stream().anyMatch(path::startsWith);
  }

  private static boolean wantsPage(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return isPage(request)
        && request.getMethod().equals("GET")
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && accept != null
        && accept.contains("text/html");
  }

  static void policy(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(
        "Content-Security-Policy",
        request.getServletPath().startsWith(SWAGGER) ? SWAGGER_POLICY : PAGE_POLICY);
  }

  /** Refuses a request before any controller: a browser that wants a page is shown one. */
  static void refuse(
      HttpServletRequest request,
      HttpServletResponse response,
      HttpStatus status,
      String code,
      String detail)
      throws IOException, ServletException {
    if (wantsPage(request)) {
      new PageRefusal(status, detail).show(request, response);
    } else {
      ProblemWriter.write(response, status, code, detail);
    }
  }

  /** Sends a browser that wants a page to the form, and tells everyone else what is missing. */
  static void signIn(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
      throws IOException, ServletException {
    if (!wantsPage(request) || why instanceof AuthenticationServiceException) {
      ProblemWriter.unauthorized(request, response, why);
    } else if (request.getHeader("HX-Request") != null) {
      response.setHeader("HX-Redirect", "/sign-in");
      ProblemWriter.unauthorized(request, response, why);
    } else {
      String query = request.getQueryString();
      String wanted = request.getServletPath() + (query == null ? "" : "?" + query);
      response.setStatus(HttpStatus.SEE_OTHER.value());
      response.setHeader(
          HttpHeaders.LOCATION,
          "/sign-in?next=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8));
    }
  }
}
