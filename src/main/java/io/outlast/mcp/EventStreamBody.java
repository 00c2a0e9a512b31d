package io.outlast.mcp;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands on the events of a response body as they come, and keeps how the stream ended. */
final class EventStreamBody implements BodySubscriber<HttpEnd> {

  private final CompletableFuture<HttpEnd> body = new CompletableFuture<>();
  private final SseParser parser = new SseParser();
  private final Consumer<SseEvent> sink;
  private volatile @Nullable Subscription subscription;

  EventStreamBody(Consumer<SseEvent> sink) {
    this.sink = sink;
  }

  @Override
  public CompletionStage<HttpEnd> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    Subscription source = subscription;
    try {
      for (ByteBuffer buffer : buffers) {
        parser.feed(buffer).forEach(sink);
      }
    } catch (RuntimeException e) {
      if (source != null) {
        source.cancel();
      }
      onError(e);
      return;
    }
    if (source != null) {
      source.request(1);
    }
  }

  @Override
  public void onError(Throwable cause) {
    body.complete(end(cause));
  }

  @Override
  public void onComplete() {
    body.complete(end(null));
  }

  /** The end as it is known now. */
  HttpEnd.StreamEnd end(@Nullable Throwable cause) {
    return new HttpEnd.StreamEnd(parser.lastEventId(), parser.retry(), cause);
  }
}
