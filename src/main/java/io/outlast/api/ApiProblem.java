package io.outlast.api;

import java.util.List;
import org.springframework.http.HttpStatus;

/** A request that can not be served, as the client is told (RFC 9457). */
final class ApiProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final String code;
  private final List<FieldProblem> errors;

  /** One bad field. Both parts may quote the request. */
  record FieldProblem(String field, String message) {
    FieldProblem {
      field = Text.quotable(field);
      message = Text.quotable(message);
    }
  }

  ApiProblem(HttpStatus status, String code, String detail) {
    this(status, code, detail, List.of());
  }

  ApiProblem(HttpStatus status, String code, String detail, List<FieldProblem> errors) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = List.copyOf(errors);
  }

  static ApiProblem invalid(String field, String message) {
    return invalid(List.of(new FieldProblem(field, message)));
  }

  static ApiProblem invalid(List<FieldProblem> errors) {
    FieldProblem first = errors.getFirst();
    String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
    return new ApiProblem(
        HttpStatus.BAD_REQUEST,
        "invalid_request",
        first.field() + " " + first.message() + more,
        errors);
  }

  static ApiProblem notFound(String code, String detail) {
    return new ApiProblem(HttpStatus.NOT_FOUND, code, detail);
  }

  static ApiProblem conflict(String code, String detail) {
    return new ApiProblem(HttpStatus.CONFLICT, code, detail);
  }

  HttpStatus status() {
    return status;
  }

  String code() {
    return code;
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  List<FieldProblem> errors() {
    return errors;
  }
}
