package io.outlast.mcp;

import io.outlast.tool.Delivery;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;

/**
 * The POST of one request whose reply comes on the connection's stream. Once the server has taken
 * the request, nothing is left that could break; only {@code initialize} stays open until its
 * reply.
 */
final class SsePost implements HttpReceiver {

  private final HttpConversation conversation;
  private final Exchange exchange;

  SsePost(HttpConversation conversation, Exchange exchange) {
    this.conversation = conversation;
    this.exchange = exchange;
  }

  @Override
  public void head(ResponseInfo info) {
    if (info.statusCode() / 100 == 2
        && exchange.isCall()
        && conversation.exchanges().settle(exchange)) {
      exchange.cancelIn(Duration.ofSeconds(1));
    }
    conversation.losses().settled();
  }

  @Override
  public void ended(HttpEnd end) {
    switch (end) {
      case HttpEnd.Answer answer -> answered(answer);
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

  private void answered(HttpEnd.Answer answer) {
    if (answer.ok()) {
      return;
    }
    if (exchange.kind() == Exchange.Kind.HANDSHAKE) {
      TransportFailure failure = conversation.rules().handshakeFailed(answer);
      conversation.conclude(
          exchange,
          new Verdict.Lost(
              failure.loss(), Delivery.MAYBE_EXECUTED, String.valueOf(failure.getMessage())));
    } else {
      conversation.conclude(exchange, conversation.rules().judge(exchange, answer, true));
    }
  }
}
