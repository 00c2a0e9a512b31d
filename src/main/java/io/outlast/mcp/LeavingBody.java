package io.outlast.mcp;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * The body of a request. The HTTP client subscribes to it once it is connected and has written the
 * head; without its body nothing of a request can be executed, so that is when it leaves.
 */
record LeavingBody(BodyPublisher body, Object requestId, TransportEvents events)
    implements BodyPublisher {

  private static final Flow.Subscription NOTHING =
      new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> client) {
    Runnable left = events.leaving(requestId);
    if (left == null) {
      // An error would be reported as a broken exchange; the abort that is coming ends it quietly.
      client.onSubscribe(NOTHING);
    } else {
      body.subscribe(new Watched(client, left));
    }
  }

  private record Watched(Flow.Subscriber<? super ByteBuffer> client, Runnable left)
      implements Flow.Subscriber<ByteBuffer> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      client.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer part) {
      client.onNext(part);
    }

    @Override
    public void onError(Throwable failure) {
      client.onError(failure);
    }

    @Override
    public void onComplete() {
      client.onComplete();
      left.run();
    }
  }
}
