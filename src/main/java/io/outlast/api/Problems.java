package io.outlast.api;

import io.outlast.journal.UnknownRunException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Says every error as {@code application/problem+json} with a stable code (RFC 9457). */
@RestControllerAdvice
class Problems {

  private static final Logger log = LoggerFactory.getLogger(Problems.class);

  @ExceptionHandler(ApiProblem.class)
  ResponseEntity<Map<String, Object>> known(ApiProblem problem) {
    Map<String, Object> body = body(problem.status(), problem.code(), problem.detail());
    if (!problem.errors().isEmpty()) {
      body.put("errors", problem.errors());
    }
    HttpHeaders headers = new HttpHeaders();
    if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE) {
      headers.set(HttpHeaders.RETRY_AFTER, "5");
    }
    return answer(problem.status(), headers, body);
  }

  /** It was there when it was looked up, and was deleted before it could be changed. */
  @ExceptionHandler(UnknownRunException.class)
  ResponseEntity<Map<String, Object>> gone(UnknownRunException e) {
    return known(ApiProblem.notFound("unknown_run", String.valueOf(e.getMessage())));
  }

  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ResponseEntity<Map<String, Object>> databaseGone(RuntimeException e) {
    log.error("The database did not answer a request", e);
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, "5");
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    return answer(
        status,
        headers,
        body(status, "database_unavailable", "The database does not answer; try again shortly."));
  }

  /** Spring's own refusals, and whatever was not foreseen. */
  @ExceptionHandler(Exception.class)
  ResponseEntity<Map<String, Object>> other(Exception e) {
    if (e instanceof ErrorResponse refusal && refusal.getStatusCode().is4xxClientError()) {
      HttpStatusCode status = refusal.getStatusCode();
      return answer(status, refusal.getHeaders(), body(status, code(status), detail(e, status)));
    }
    log.error("A request failed by a defect of Outlast", e);
    return plain(HttpStatus.INTERNAL_SERVER_ERROR, new HttpHeaders());
  }

  /** What the framework and the server refuse to read. */
  @ExceptionHandler({
    HttpMessageNotReadableException.class,
    TypeMismatchException.class,
    RequestRejectedException.class,
    InvalidParameterException.class
  })
  ResponseEntity<Map<String, Object>> unreadable(Exception e) {
    log.debug("A request could not be read", e);
    return plain(HttpStatus.BAD_REQUEST, new HttpHeaders());
  }

  /** There is nobody left to answer. */
  @ExceptionHandler({AsyncRequestNotUsableException.class, ClientAbortException.class})
  void clientGone(IOException e) {
    log.debug("A client went away in the middle of an answer", e);
  }

  private static String detail(Exception e, HttpStatusCode status) {
    return switch (e) {
      case HttpRequestMethodNotSupportedException method ->
          method.getMethod()
              + " is not possible here; possible are "
              + String.join(
                  ", ",
                  method.getSupportedMethods() == null
                      ? new String[] {"none"}
                      : method.getSupportedMethods());
      case HttpMediaTypeNotSupportedException type ->
          "Send the body as application/json, not as " + type.getContentType();
      default -> detail(status);
    };
  }

  private static String code(HttpStatusCode status) {
    HttpStatus known = HttpStatus.resolve(status.value());
    return switch (status.value()) {
      case 400 -> "invalid_request";
      case 413 -> "payload_too_large";
      case 500 -> "internal_error";
      case 503 -> "unavailable";
      default -> known == null ? "http_error" : known.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String detail(HttpStatusCode status) {
    return switch (status.value()) {
      case 401 -> "Send Authorization: Bearer KEY.";
      case 404 -> "There is nothing at this address; see /v3/api-docs for what there is.";
      case 405 -> "This method is not possible here.";
      case 406 -> "What you accept is not offered here; accept application/json.";
      case 413 -> "The body is longer than 4 MB.";
      case 501, 505 -> "This way of asking is not supported.";
      case 503 -> "Not at the moment; try again later.";
      default ->
          status.is5xxServerError()
              ? "Outlast failed to serve this request; its log says why. Nothing was changed that"
                  + " was not confirmed."
              : "The request can not be read as sent; see /v3/api-docs.";
    };
  }

  /** The problem that goes with a status of which nothing more is known. */
  static ResponseEntity<Map<String, Object>> plain(HttpStatusCode status, HttpHeaders headers) {
    return answer(status, headers, body(status));
  }

  static Map<String, Object> body(HttpStatusCode status) {
    return body(status, code(status), detail(status));
  }

  static Map<String, Object> body(HttpStatusCode status, String code, String detail) {
    HttpStatus known = HttpStatus.resolve(status.value());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", "about:blank");
    body.put("title", known == null ? "Error" : known.getReasonPhrase());
    body.put("status", status.value());
    body.put("code", code);
    body.put("detail", detail);
    return body;
  }

  private static ResponseEntity<Map<String, Object>> answer(
      HttpStatusCode status, HttpHeaders headers, Map<String, Object> body) {
    return ResponseEntity.status(status)
        .headers(target -> {
          target.putAll(headers);
          target.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        })
        .body(body);
  }
}
