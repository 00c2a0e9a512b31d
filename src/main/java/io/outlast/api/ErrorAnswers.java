package io.outlast.api;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Says errors that no controller has said, in place of Spring Boot's page. */
@Controller
@Hidden
final class ErrorAnswers implements ErrorController {

  @RequestMapping("${server.error.path:/error}")
  ResponseEntity<Map<String, Object>> say(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus known = status instanceof Integer code ? HttpStatus.resolve(code) : null;
    return Problems.plain(known == null ? HttpStatus.NOT_FOUND : known, new HttpHeaders());
  }
}
