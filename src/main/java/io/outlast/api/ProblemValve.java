package io.outlast.api;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Says errors that Tomcat finds before it knows the application, in place of its HTML page. */
final class ProblemValve extends ErrorReportValve {

  @Override
  protected void report(Request request, Response response, @Nullable Throwable error) {
    int code = response.getStatus();
    if (code < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    HttpStatus known = HttpStatus.resolve(code);
    try {
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response
          .getOutputStream()
          .write(
              ProblemWriter.bytes(Problems.body(known == null ? HttpStatus.BAD_REQUEST : known)));
      response.finishResponse();
    } catch (IOException | IllegalStateException e) {
      // The client is gone, or an answer is under way: nothing more can be said.
      container.getLogger().debug("An error could not be reported", e);
    }
  }
}
