package io.outlast.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** Why a browser does not get the page that it wants, where no controller is reached. */
public record PageRefusal(HttpStatus status, String message) {

  /** Where it is shown; there is nothing for who comes to this address from outside. */
  public static final String PATH = "/refused";

  private static final String ATTRIBUTE = PageRefusal.class.getName();

  /** What is to be said in place of the page of this request. */
  public static Optional<PageRefusal> of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof PageRefusal refusal
        ? Optional.of(refusal)
        : Optional.empty();
  }

  void show(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.setStatus(status.value());
    request.setAttribute(ATTRIBUTE, this);
    request.getRequestDispatcher(PATH).forward(request, response);
  }
}
