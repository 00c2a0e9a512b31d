package io.outlast.api;

import io.outlast.run.Run;
import io.outlast.webhook.RunDocument;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Messages show a run as the API does. */
@Component
record WebhookDocument(Clock clock) implements RunDocument {

  @Override
  public Object of(Run run) {
    return RunView.of(run, clock.instant());
  }
}
