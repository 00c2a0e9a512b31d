package io.outlast.mcp;

import java.net.http.HttpResponse.ResponseInfo;

/**
 * Hears what comes back for one HTTP request, one call after the other. Must not block for long.
 */
interface HttpReceiver {

  /** Status and headers are there. Not called for a redirect that is followed. */
  default void head(ResponseInfo info) {}

  /** An event of an event stream came in. */
  default void event(SseEvent event) {}

  /** The request is over. Not called for an exchange that was cancelled. */
  void ended(HttpEnd end);
}
