package io.outlast.model;

import io.outlast.control.CancelReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * A provider's model, asked through Spring AI's chat model, which only translates: limits, retries
 * and what counts as an answer are decided here. Thread-safe.
 */
final class SpringAiModel implements Model {

  private static final Logger log = LoggerFactory.getLogger(SpringAiModel.class);

  private final Dialect dialect;
  private final ChatModel chat;
  private final Backoff backoff;
  private final ModelMeter meter;
  private final UnaryOperator<String> mask;

  SpringAiModel(
      Dialect dialect,
      ChatModel chat,
      Backoff backoff,
      ModelMeter meter,
      UnaryOperator<String> mask) {
    this.dialect = dialect;
    this.chat = chat;
    this.backoff = backoff;
    this.meter = meter;
    this.mask = mask;
  }

  /**
   * Makes a request that is aborted before it leaves, which loads all that the first real one
   * needs: seconds of a cold process that should not count against a run.
   */
  void warmUp() {
    Exchange exchange = new Exchange(List.of(), Map.of());
    exchange.abort();
    call(exchange, dialect.prompt(Conversations.of("", List.of(new Message.User("-"))), List.of()));
  }

  @Override
  public ModelReply ask(ModelRequest request) {
    List<OfferedTool> tools = request.tools().stream().map(OfferedTool::of).toList();
    Prompt prompt =
        dialect.prompt(Conversations.of(request.system(), request.messages()), List.copyOf(tools));
    Duration budget = request.budget().remaining();
    for (int number = 1; ; number++) {
      AttemptLimit limit = AttemptLimit.of(request.timeout(), request.budget());
      if (request.cancel().isCancelled()) {
        return stopped(request, budget);
      }
      if (!limit.length().isPositive()) {
        return new ModelReply.TimedOut(true, budget);
      }
      switch (attempt(
          request, new Exchange(List.copyOf(tools), request.headers()), prompt, limit.length())) {
        case Outcome.Answered answered -> {
          return answered.answer();
        }
        case Outcome.OutOfTime _ -> {
          return new ModelReply.TimedOut(limit.byBudget(), limit.length());
        }
        case Outcome.Stopped _ -> {
          return stopped(request, budget);
        }
        case Outcome.Failed failed -> {
          ModelReply end = afterFailure(request, number, failed.trouble(), budget);
          if (end != null) {
            return end;
          }
        }
      }
    }
  }

  private Outcome attempt(ModelRequest request, Exchange exchange, Prompt prompt, Duration limit) {
    long started = System.nanoTime();
    Outcome outcome = Attempt.run(exchange, () -> call(exchange, prompt), limit, request.cancel());
    meter.record(outcome, started);
    return outcome;
  }

  /** Waits for the next attempt; returns how it ends when there is to be none. */
  private @Nullable ModelReply afterFailure(
      ModelRequest request, int number, Trouble trouble, Duration budget) {
    String words = mask.apply(dialect.endpoint().withoutKey(trouble.words()));
    if (!trouble.passing() || number >= request.attempts()) {
      String often = number > 1 ? " (asked " + number + " times)" : "";
      return new ModelReply.Failed(trouble.kind(), trouble.status(), words + often);
    }
    Duration asked = trouble.retryAfter();
    Duration left = request.budget().remaining();
    if (asked != null && asked.compareTo(left) > 0) {
      String beyond = " (the provider asks to retry after " + asked + ", when the run is over)";
      return new ModelReply.Failed(trouble.kind(), trouble.status(), words + beyond);
    }
    Duration wait = backoff.after(number, asked);
    if (wait.compareTo(left) > 0) {
      wait = asked == null ? left : asked;
    }
    request.listener().retrying(number, wait, words);
    try {
      return Pause.of(wait, request.cancel()) ? null : stopped(request, budget);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new ModelReply.Cancelled();
    }
  }

  /** The run's watchdog may give the signal a moment before the budget's own limit is noticed. */
  private static ModelReply stopped(ModelRequest request, Duration budget) {
    return request.cancel().reason() == CancelReason.RUN_TIMEOUT
        ? new ModelReply.TimedOut(true, budget)
        : new ModelReply.Cancelled();
  }

  private Outcome call(Exchange exchange, Prompt prompt) {
    try {
      ChatResponse response =
          ScopedValue.where(Exchange.CURRENT, exchange).call(() -> chat.call(prompt));
      return new Outcome.Answered(Answers.of(response));
    } catch (Exception e) {
      return exchange.isAborted()
          ? new Outcome.Stopped()
          : new Outcome.Failed(trouble(exchange, e));
    }
  }

  private Trouble trouble(Exchange exchange, Exception e) {
    Trouble known = exchange.trouble();
    if (known != null) {
      return known;
    }
    String body = exchange.body();
    if (body != null) {
      log.debug("An answer of model {} cannot be read", dialect.endpoint().name(), e);
      return Trouble.lasting(
          200,
          "the provider's answer cannot be read: " + ProviderWords.cut(body),
          "unreadable_answer");
    }
    IOException broken = ioCause(e);
    if (broken != null) {
      return Trouble.connection(connectionWords(broken));
    }
    log.warn("A request to model {} could not be made", dialect.endpoint().name(), e);
    return Trouble.lasting(null, "the request could not be made: " + e.getMessage(), "request");
  }

  private String connectionWords(IOException broken) {
    String url = dialect.endpoint().shownUrl();
    String detail = broken.getMessage() == null ? "" : ": " + broken.getMessage();
    return switch (broken) {
      case UnknownHostException _ -> "the host of " + url + " is unknown";
      case ConnectException _ -> "no connection to " + url + detail;
      default -> "the connection to " + url + " was lost" + detail;
    };
  }

  private static @Nullable IOException ioCause(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return io;
      }
    }
    return null;
  }
}
