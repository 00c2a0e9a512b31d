package io.outlast.mcp;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream on which a server may send what belongs to no request. It is on offer or not: a server
 * that answers with anything else is not asked again, one that ends the stream is asked after a
 * growing pause. Nothing that happens to it harms the connection.
 */
final class ListeningStream implements HttpReceiver {

  private static final Logger log = LoggerFactory.getLogger(ListeningStream.class);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  private final HttpConversation conversation;
  private final Function<@Nullable String, HttpRequest> request;
  private volatile @Nullable Exchange exchange;
  private @Nullable String lastEventId;
  private Duration pause = FIRST_PAUSE;

  /**
   * @param request makes the GET, to go on after an event id if there is one
   */
  ListeningStream(HttpConversation conversation, Function<@Nullable String, HttpRequest> request) {
    this.conversation = conversation;
    this.request = request;
  }

  /** Asks for the stream; returns at once. */
  void open() {
    openOn(next());
  }

  private Exchange next() {
    Exchange next = conversation.exchanges().open(new Object(), Exchange.Kind.OTHER);
    exchange = next;
    return next;
  }

  private void openOn(Exchange current) {
    if (conversation.gone() != null) {
      conversation.exchanges().settle(current);
      return;
    }
    try {
      conversation.send(current, request.apply(lastEventId), this);
    } catch (IllegalArgumentException e) {
      log.debug("{}: an event id cannot be sent", conversation.target().display());
      conversation.exchanges().settle(current);
    }
  }

  @Override
  public void event(SseEvent event) {
    for (Incoming part : conversation.json().decode(event.data())) {
      if (part instanceof Incoming.Message(var message)) {
        conversation.received(message);
      }
    }
  }

  @Override
  public void ended(HttpEnd end) {
    Exchange over = exchange;
    if (over == null || !conversation.exchanges().settle(over)) {
      return;
    }
    switch (end) {
      case HttpEnd.Answer answer ->
          log.debug("No listening stream: {}", conversation.rules().said(answer));
      case HttpEnd.Refused(TransportFailure failure) ->
          log.debug("No listening stream: {}", failure.getMessage());
      case HttpEnd.Broken ignored -> reopenLater(over.age(), null);
      case HttpEnd.StreamEnd stream -> {
        if (stream.lastEventId() != null) {
          lastEventId = stream.lastEventId().isEmpty() ? null : stream.lastEventId();
        }
        reopenLater(over.age(), stream.retry());
      }
    }
  }

  private void reopenLater(Duration lasted, @Nullable Duration retry) {
    if (lasted.compareTo(LONGEST_PAUSE) > 0) {
      pause = FIRST_PAUSE;
    }
    Duration wait = retry != null && retry.compareTo(pause) > 0 ? retry : pause;
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    Exchange next = next();
    next.runs(
        CompletableFuture.runAsync(
            () -> openOn(next),
            CompletableFuture.delayedExecutor(
                wait.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)));
    if (conversation.gone() != null) {
      next.cancel();
    }
  }
}
