package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.webhook.Webhook;
import io.outlast.webhook.WebhookAttempt;
import io.outlast.webhook.Webhooks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Shows how the message about a run's end fared. */
@RestController
@Tag(name = "runs")
class WebhookController {

  private final Webhooks webhooks;
  private final Journal journal;

  WebhookController(Webhooks webhooks, Journal journal) {
    this.webhooks = webhooks;
    this.journal = journal;
  }

  record WebhookView(
      String url, String status, @Nullable Instant nextAttemptAt, List<AttemptView> attempts) {}

  record AttemptView(
      int number, Instant at, @Nullable Integer status, @Nullable String error, long durationMs) {
    static AttemptView of(WebhookAttempt attempt) {
      return new AttemptView(
          attempt.number(),
          attempt.at(),
          attempt.status(),
          attempt.error(),
          attempt.duration().toMillis());
    }
  }

  @GetMapping(path = "/v1/runs/{id}/webhook", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "Show how the message about a run's end fared")
  WebhookView show(@PathVariable String id) {
    Run run = Runs.find(journal, id);
    Webhook webhook =
        webhooks
            .find(run.id())
            .orElseThrow(() -> ApiProblem.notFound("no_webhook", "Run " + id + " has no webhook."));
    return new WebhookView(
        withoutQuery(webhook.url()),
        webhook.status().wireName(),
        webhook.nextAttemptAt(),
        webhook.attempts().stream().map(AttemptView::of).toList());
  }

  /** Receivers' tokens stand there. */
  private static String withoutQuery(String url) {
    return url.split("[?#]", 2)[0];
  }
}
