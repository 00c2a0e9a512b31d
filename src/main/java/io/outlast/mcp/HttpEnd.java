package io.outlast.mcp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one HTTP request ended. */
sealed interface HttpEnd {

  /**
   * It was answered with something that is no event stream.
   *
   * @param contentType lower case, without parameters; empty when the server named none
   * @param body as much of it as is of use
   * @param tooLong whether the body went on beyond what is accepted
   */
  record Answer(int status, String contentType, byte[] body, boolean tooLong) implements HttpEnd {

    boolean ok() {
      return status >= 200 && status < 300;
    }
  }

  /**
   * It was answered with an event stream, which has ended.
   *
   * @param lastEventId where the stream could be taken up again
   * @param retry how long to wait before that
   * @param cause why it broke; null when the server ended it in good order
   */
  record StreamEnd(
      @Nullable String lastEventId, @Nullable Duration retry, @Nullable Throwable cause)
      implements HttpEnd {}

  /** It was not answered, or not to the end. */
  record Broken(Throwable cause) implements HttpEnd {}

  /** It was not followed to where the server wanted to send it. */
  record Refused(TransportFailure failure) implements HttpEnd {}
}
