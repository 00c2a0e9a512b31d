package io.outlast.webhook;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One sending of a message.
 *
 * @param number from 1
 * @param status what the receiver answered; null without an answer
 * @param error why it does not count as taken; null when it does
 */
public record WebhookAttempt(
    int number, Instant at, @Nullable Integer status, @Nullable String error, Duration duration) {}
