package io.outlast.webhook;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.settings.WebhookSettings;
import io.outlast.webhook.Outbox.Due;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells whoever asked that a run has ended: at least once, in any process, again and again with
 * growing pauses until the receiver answers 2xx. Thread-safe; blocks on the database.
 */
public final class Webhooks {

  private static final Logger log = LoggerFactory.getLogger(Webhooks.class);

  private static final int AT_ONCE = 64;
  private static final int AT_ONCE_TO_ONE = 4;
  private static final int GONE = 410;

  private final Outbox outbox;
  private final WebhookSender sender;
  private final WebhookSettings settings;
  private final Message message;
  private final Clock clock;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final Map<String, Integer> underWay = new ConcurrentHashMap<>();

  Webhooks(
      Outbox outbox, WebhookSender sender, WebhookSettings settings, Message message, Clock clock) {
    this.outbox = outbox;
    this.sender = sender;
    this.settings = settings;
    this.message = message;
    this.clock = clock;
  }

  /** Makes the text of a message; empty when its run is no longer there. */
  record Message(Journal journal, RunDocument document, JsonMapper json) {

    Optional<String> of(RunId id) {
      return journal.find(id).map(this::of);
    }

    private String of(Run run) {
      return json.writeValueAsString(
          Map.of(
              "type",
              "run.finished",
              "timestamp",
              String.valueOf(run.endedAt()),
              "data",
              document.of(run)));
    }
  }

  /** What is known of a run's message; empty when none was asked for. */
  public Optional<Webhook> find(RunId run) {
    return outbox.find(run);
  }

  /** Has this address told of the run's end. Part of the transaction that accepts the run. */
  public void ask(RunId run, String url) {
    outbox.put(run, url, clock.instant());
  }

  /** What is wrong with an address for messages, in words for its sender; null if nothing. */
  public @Nullable String problem(String url) {
    HttpUrl parsed = HttpUrl.parse(url);
    if (settings.secret() == null) {
      return "can not be signed: set outlast.webhooks.secret first";
    }
    if (parsed == null) {
      return "is no http or https URL";
    }
    if (!parsed.username().isEmpty() || !parsed.password().isEmpty()) {
      return "holds a user name or a password, which would be shown with the run; leave it out and"
          + " check the signature";
    }
    if (!settings.allowPrivateAddresses()
        && (parsed.host().equals("localhost") || WebhookSender.isPrivateAddress(parsed.host()))) {
      return "is not at a public address; outlast.webhooks.allow-private-addresses would allow it";
    }
    return null;
  }

  /** Sends what is due; returns at once. */
  void deliver() {
    for (Due due : outbox.due(clock.instant())) {
      String receiver = receiver(due);
      // One that hangs holds up its own messages only.
      if (underWay.getOrDefault(receiver, 0) >= AT_ONCE_TO_ONE) {
        continue;
      }
      if (!free.tryAcquire()) {
        return;
      }
      underWay.merge(receiver, 1, Integer::sum);
      Thread.ofVirtual()
          .name("webhook-" + due.run())
          .start(() -> {
            try {
              deliver(due);
            } catch (RuntimeException e) {
              log.warn("The message about {} is sent again later", due.run(), e);
            } finally {
              underWay.computeIfPresent(receiver, (host, count) -> count == 1 ? null : count - 1);
              free.release();
            }
          });
    }
  }

  private static String receiver(Due due) {
    HttpUrl url = HttpUrl.parse(due.url());
    return url == null ? "" : url.host() + ":" + url.port();
  }

  void deliver(Due due) {
    int number = due.attempts() + 1;
    Instant next = clock.instant().plus(WebhookBackoff.after(number));
    // Claimed before it is sent: a process that dies now costs the time until the next attempt.
    if (!outbox.claim(due, next)) {
      return;
    }
    Optional<String> body = message.of(due.run());
    if (body.isEmpty()) {
      return;
    }
    WebhookAttempt attempt = sender.send(due, body.get());
    WebhookStatus status = status(attempt);
    outbox.attempted(due, attempt, status);
    tell(due, attempt, status);
  }

  private WebhookStatus status(WebhookAttempt attempt) {
    if (attempt.error() == null) {
      return WebhookStatus.DELIVERED;
    }
    Integer answer = attempt.status();
    boolean last = attempt.number() >= settings.maxAttempts() || answer != null && answer == GONE;
    return last ? WebhookStatus.FAILED : WebhookStatus.PENDING;
  }

  private static void tell(Due due, WebhookAttempt attempt, WebhookStatus status) {
    switch (status) {
      case DELIVERED ->
          log.info("The message about {} was taken at attempt {}", due.run(), attempt.number());
      case PENDING ->
          log.warn(
              "The message about {} was not taken ({}); attempt {} of it comes later",
              due.run(),
              attempt.error(),
              attempt.number() + 1);
      case FAILED ->
          log.error(
              "The message about {} was not taken ({}) and is given up after {} attempts",
              due.run(),
              attempt.error(),
              attempt.number());
    }
  }
}
