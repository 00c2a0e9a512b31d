package io.outlast.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The message about the end of one run.
 *
 * @param nextAttemptAt when it is sent next, once the run has ended; null when it is not sent again
 */
public record Webhook(
    String url,
    WebhookStatus status,
    @Nullable Instant nextAttemptAt,
    List<WebhookAttempt> attempts) {}
