package io.outlast.mcp;

import io.outlast.tool.Delivery;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;

/** Waits for a message that gets no reply to be taken; what the body of a 2xx says is no matter. */
final class NotificationReceiver implements HttpReceiver {

  private static final Duration LINGER = Duration.ofSeconds(1);

  private final HttpConversation conversation;
  private final Exchange exchange;
  private final boolean inSession;

  NotificationReceiver(HttpConversation conversation, Exchange exchange, boolean inSession) {
    this.conversation = conversation;
    this.exchange = exchange;
    this.inSession = inSession;
  }

  @Override
  public void head(ResponseInfo info) {
    if (info.statusCode() / 100 == 2 && conversation.exchanges().settle(exchange)) {
      exchange.handed().complete(null);
      exchange.cancelIn(LINGER);
    }
  }

  @Override
  public void ended(HttpEnd end) {
    switch (end) {
      case HttpEnd.Answer answer ->
          conversation.conclude(exchange, conversation.rules().judge(exchange, answer, inSession));
      case HttpEnd.StreamEnd ignored -> {}
      case HttpEnd.Broken(Throwable cause) ->
          conversation.conclude(exchange, conversation.rules().broken(cause, exchange.headSeen()));
      case HttpEnd.Refused(TransportFailure failure) ->
          conversation.conclude(
              exchange,
              new Verdict.Lost(
                  failure.loss(), Delivery.NOT_SENT, String.valueOf(failure.getMessage())));
    }
  }
}
