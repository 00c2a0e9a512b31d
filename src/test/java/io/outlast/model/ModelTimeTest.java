package io.outlast.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.control.CancelReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits, budget, cancel and interrupt, against servers that do not answer or never finish. */
class ModelTimeTest {

  private static final String NOTHING = "";
  private static final String HALF_A_BODY =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{\"id\":";

  /** Loads the SDKs, which takes longer than the limits below. */
  @BeforeAll
  static void warmUp() {
    new Asked().attempts(1).of(Providers.openAi("http://127.0.0.1:1/v1"));
    new Asked().attempts(1).of(Providers.anthropic("http://127.0.0.1:1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {NOTHING, HALF_A_BODY})
  void aHungCallEndsAtItsLimitAndItsSocketIsClosed(String says) throws Exception {
    try (HungServer server = new HungServer(says)) {
      Asked asked = new Asked().timeout(Duration.ofMillis(150)).budget(Duration.ofMinutes(1));
      long started = System.nanoTime();
      ModelReply reply = asked.of(Providers.openAi(server.url() + "/v1"));
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);

      assertThat(reply).isEqualTo(new ModelReply.TimedOut(false, Duration.ofMillis(150)));
      assertThat(took).isBetween(149L, 1500L);
      assertThat(server.wasLeft()).isTrue();
      assertThat(asked.retries).as("a call cut by its own limit is not repeated").isEmpty();
    }
  }

  @Test
  void aBudgetThatComesFirstIsTheReason() throws Exception {
    try (HungServer server = new HungServer(NOTHING)) {
      Asked asked = new Asked().timeout(Duration.ofMinutes(1)).budget(Duration.ofMillis(100));
      ModelReply reply = asked.of(Providers.anthropic(server.url()));
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.TimedOut.class,
              end -> {
                assertThat(end.byBudget()).isTrue();
                assertThat(end.limit()).isBetween(Duration.ofMillis(1), Duration.ofMillis(100));
              });
      assertThat(server.wasLeft()).isTrue();
    }
  }

  @Test
  void aSpentBudgetAsksNobody() {
    Asked asked = new Asked().budget(Duration.ZERO);
    assertThat(asked.of(Providers.openAi("http://127.0.0.1:1/v1")))
        .isEqualTo(new ModelReply.TimedOut(true, Duration.ZERO));
  }

  @ParameterizedTest
  @ValueSource(strings = {NOTHING, HALF_A_BODY})
  void aCancelEndsTheCallAtOnceAndClosesItsSocket(String says) throws Exception {
    try (HungServer server = new HungServer(says)) {
      Asked asked = new Asked();
      CompletableFuture<ModelReply> reply = ask(asked, Providers.anthropic(server.url()));
      assertThat(server.wasAsked()).isTrue();
      asked.cancel.cancel(CancelReason.USER);
      assertThat(reply.get(1, TimeUnit.SECONDS)).isEqualTo(new ModelReply.Cancelled());
      assertThat(server.wasLeft()).isTrue();
    }
  }

  @Test
  void theWatchdogOfTheBudgetIsStillARunTimeout() throws Exception {
    try (HungServer server = new HungServer(NOTHING)) {
      Asked asked = new Asked().budget(Duration.ofMinutes(1));
      CompletableFuture<ModelReply> reply = ask(asked, Providers.openAi(server.url() + "/v1"));
      assertThat(server.wasAsked()).isTrue();
      asked.cancel.cancel(CancelReason.RUN_TIMEOUT);
      assertThat(reply.get(1, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              ModelReply.TimedOut.class, end -> assertThat(end.byBudget()).isTrue());
    }
  }

  @Test
  void aRunCancelledBeforeAsksNobody() {
    Asked asked = new Asked();
    asked.cancel.cancel(CancelReason.USER);
    assertThat(asked.of(Providers.openAi("http://127.0.0.1:1/v1")))
        .isEqualTo(new ModelReply.Cancelled());
  }

  @Test
  void anInterruptedAskerLetsGoOfTheServerAndStaysInterrupted() throws Exception {
    try (HungServer server = new HungServer(NOTHING)) {
      CompletableFuture<ModelReply> reply = new CompletableFuture<>();
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Model model = Providers.openAi(server.url() + "/v1");
      Thread asker =
          Thread.ofVirtual()
              .start(() -> {
                reply.complete(new Asked().of(model));
                interrupted.complete(Thread.currentThread().isInterrupted());
              });
      assertThat(server.wasAsked()).isTrue();
      asker.interrupt();
      assertThat(reply.get(1, TimeUnit.SECONDS)).isEqualTo(new ModelReply.Cancelled());
      assertThat(interrupted.get(1, TimeUnit.SECONDS)).isTrue();
      assertThat(server.wasLeft()).isTrue();
    }
  }

  private static CompletableFuture<ModelReply> ask(Asked asked, Model model) {
    return CompletableFuture.supplyAsync(
        () -> asked.of(model), Executors.newVirtualThreadPerTaskExecutor());
  }
}
