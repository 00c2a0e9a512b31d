package io.outlast.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies over 4 MB: by their announced length at once, else when they turn out longer. */
final class BodyLimit extends OncePerRequestFilter {

  /** Bytes. */
  static final long MOST = 4L * 1024 * 1024;

  private static final String CODE = "payload_too_large";
  private static final String DETAIL = "The body is longer than 4 MB.";

  static ApiProblem tooLarge() {
    return new ApiProblem(HttpStatus.CONTENT_TOO_LARGE, CODE, DETAIL);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    long announced = request.getContentLengthLong();
    if (announced > MOST) {
      // The rest of the body is not worth reading.
      response.setHeader(HttpHeaders.CONNECTION, "close");
      ProblemWriter.write(response, HttpStatus.CONTENT_TOO_LARGE, CODE, DETAIL);
    } else {
      chain.doFilter(announced < 0 ? new LimitedRequest(request, MOST) : request, response);
    }
  }
}
