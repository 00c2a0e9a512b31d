package io.outlast.api;

import io.outlast.settings.SecuritySettings.Role;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import tools.jackson.databind.json.JsonMapper;

/** Says problems where no controller is reached. */
final class ProblemWriter {

  private static final Logger log = LoggerFactory.getLogger(ProblemWriter.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ProblemWriter() {}

  static void write(HttpServletResponse response, HttpStatus status, String code, String detail)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    response.setStatus(status.value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(bytes(Problems.body(status, code, detail)));
    response.flushBuffer();
  }

  static byte[] bytes(Map<String, Object> body) {
    return JSON.writeValueAsBytes(body);
  }

  /** Nobody known: RFC 6750 section 3. */
  static void unauthorized(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
      throws IOException, ServletException {
    if (why instanceof AuthenticationServiceException) {
      unsure(request, response, why);
      return;
    }
    boolean shown = request.getHeader(HttpHeaders.AUTHORIZATION) != null;
    response.setHeader(
        HttpHeaders.WWW_AUTHENTICATE, shown ? "Bearer error=\"invalid_token\"" : "Bearer");
    write(
        response,
        HttpStatus.UNAUTHORIZED,
        "unauthorized",
        shown
            ? "These credentials are not known here; send Authorization: Bearer KEY with a valid"
                + " key."
            : "Send Authorization: Bearer KEY.");
  }

  /** Whether they are known can not be found out at the moment. */
  private static void unsure(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
      throws IOException, ServletException {
    log.warn("Credentials could not be checked", why);
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    response.setHeader(HttpHeaders.RETRY_AFTER, "5");
    if (why.getCause() instanceof DataAccessException) {
      Doors.refuse(
          request,
          response,
          status,
          "database_unavailable",
          "The database does not answer; try again shortly.");
    } else {
      Doors.refuse(
          request,
          response,
          status,
          "unavailable",
          "The token's issuer does not answer; try again later.");
    }
  }

  /** Somebody known, who may not do this. */
  static void forbidden(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException why)
      throws IOException, ServletException {
    String detail =
        request.isUserInRole(Role.VIEWER.name())
            ? "These credentials may read but not change anything; that takes the role operator."
            : "These credentials have no role here; a token needs the scope outlast:viewer or"
                + " outlast:operator.";
    Doors.refuse(request, response, HttpStatus.FORBIDDEN, "forbidden", detail);
  }

  static void unreadable(HttpServletResponse response) throws IOException {
    write(
        response,
        HttpStatus.BAD_REQUEST,
        "invalid_request",
        "The address, a header or a parameter holds something that is not accepted, such as //,"
            + " an encoded slash or a control character.");
  }
}
