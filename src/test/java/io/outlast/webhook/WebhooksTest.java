package io.outlast.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outlast.journal.HandClock;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import io.outlast.queue.RunQueue;
import io.outlast.queue.TestQueue;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunLimits;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Limits;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.Secret;
import io.outlast.settings.WebhookSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages about real runs to a real receiver; time moves when the test says so. */
@NullUnmarked
class WebhooksTest {

  private static final String SECRET = "a secret of some length";

  private record Received(Map<String, List<String>> headers, String body) {}

  private final HandClock clock = new HandClock();
  private final DataSource database =
      JdbcConnectionPool.create(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
  private final AtomicInteger answer = new AtomicInteger(204);
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private HttpServer receiver;
  private Journal journal;
  private RunQueue queue;
  private Webhooks webhooks;

  @BeforeEach
  void open() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::receive);
    receiver.start();
    journal = TestJournal.on(database, clock, new JournalTail());
    queue = TestQueue.runs(database, journal);
    webhooks = process(true);
  }

  @AfterEach
  void close() {
    receiver.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(new Received(exchange.getRequestHeaders(), body));
    if (answer.get() / 100 == 3) {
      exchange.getResponseHeaders().add("Location", url() + "/elsewhere");
    }
    exchange.sendResponseHeaders(answer.get(), -1);
    exchange.close();
  }

  private String url() {
    return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
  }

  private Webhooks process(boolean allowPrivate) {
    WebhookSettings settings =
        new WebhookSettings(new Secret(SECRET), allowPrivate, 3, Duration.ofSeconds(5));
    return new Webhooks(
        new Outbox(JdbcClient.create(database)),
        new WebhookSender(settings, clock),
        settings,
        new Webhooks.Message(
            journal, run -> Map.of("id", run.id().value()), JsonMapper.builder().build()),
        clock);
  }

  private Run submitted() {
    return submitted(url());
  }

  private Run submitted(String webhook) {
    Limits limits =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of("outlast.data-dir", System.getProperty("java.io.tmpdir"))))
            .bindOrCreate("outlast", OutlastSettings.class)
            .limits();
    RunLimits resolved =
        io.outlast.agent.RunRequests.prepare(
                new io.outlast.agent.AgentSpec(
                    "tester",
                    null,
                    null,
                    List.of(),
                    LimitOverrides.NONE,
                    null,
                    null,
                    io.outlast.agent.AgentSpec.Queueing.DEFAULT,
                    "",
                    "test"),
                "x",
                LimitOverrides.NONE,
                "{}",
                limits)
            .limits();
    NewRun run = new NewRun("tester", "x", Map.of(), resolved, "{}", null, 0);
    return queue.submit(run, accepted -> webhooks.ask(accepted.id(), webhook));
  }

  private Webhook of(Run run) {
    return webhooks.find(run.id()).orElseThrow();
  }

  private void deliver(int attempts) {
    webhooks.deliver();
    await().until(() -> received.size() == attempts);
  }

  @Test
  void nothingIsSentBeforeTheRunHasEndedAndThenOneSignedMessage() {
    Run run = submitted();
    webhooks.deliver();
    queue.cancel(run.id(), null);
    deliver(1);
    await().until(() -> of(run).status() == WebhookStatus.DELIVERED);

    Received message = received.getFirst();
    JsonNode body = JsonMapper.shared().readTree(message.body());
    assertThat(body.at("/type").asString()).isEqualTo("run.finished");
    assertThat(body.at("/data/id").asString()).isEqualTo(run.id().value());
    String id = message.headers().get("Webhook-id").getFirst();
    Instant at =
        Instant.ofEpochSecond(
            Long.parseLong(message.headers().get("Webhook-timestamp").getFirst()));
    assertThat(message.headers().get("Webhook-signature"))
        .containsExactly(new Signature(SECRET).of(id, at, message.body()));
    assertThat(of(run).attempts()).hasSize(1);
    assertThat(of(run).nextAttemptAt()).isNull();

    clock.advance(Duration.ofDays(1));
    webhooks.deliver();
    assertThat(received).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 404, 302})
  void whatIsNotTakenIsSentAgainAfterGrowingPausesUnderTheSameIdAndThenGivenUp(int status) {
    answer.set(status);
    Run run = submitted();
    queue.cancel(run.id(), null);
    deliver(1);
    await().until(() -> of(run).attempts().size() == 1);
    webhooks.deliver();
    assertThat(of(run).nextAttemptAt()).isEqualTo(clock.instant().plusSeconds(5));

    clock.advance(Duration.ofSeconds(6));
    deliver(2);
    await().until(() -> of(run).attempts().size() == 2);
    clock.advance(Duration.ofSeconds(31));
    deliver(3);
    await().until(() -> of(run).status() == WebhookStatus.FAILED);

    assertThat(received)
        .extracting(message -> message.headers().get("Webhook-id").getFirst())
        .containsOnly("msg_" + run.id().value());
    assertThat(of(run).attempts())
        .extracting(WebhookAttempt::error)
        .containsOnly("answered " + status);
  }

  @Test
  void whoIsGoneIsNotAskedAgain() {
    answer.set(410);
    Run run = submitted();
    queue.cancel(run.id(), null);
    deliver(1);
    await().until(() -> of(run).status() == WebhookStatus.FAILED);
  }

  @Test
  void twoProcessesSendItOnce() {
    Run run = submitted();
    queue.cancel(run.id(), null);
    Outbox.Due due = new Outbox(JdbcClient.create(database)).due(clock.instant()).getFirst();
    webhooks.deliver(due);
    process(true).deliver(due);
    assertThat(received).hasSize(1);
    assertThat(of(run).attempts()).hasSize(1);
  }

  @Test
  void aPlaceThatIsNotPublicIsNeverConnectedTo() {
    Run run = submitted();
    queue.cancel(run.id(), null);
    Webhooks strict = process(false);
    strict.deliver(new Outbox(JdbcClient.create(database)).due(clock.instant()).getFirst());
    assertThat(received).isEmpty();
    assertThat(of(run).attempts().getFirst().error()).contains("not public");
    assertThat(strict.problem(url())).contains("not at a public address");
    assertThat(strict.problem("http://[::1]/x")).contains("not at a public address");
    assertThat(strict.problem("https://example.com/x")).isNull();
    assertThat(strict.problem("ftp://example.com/x")).contains("no http");
    assertThat(strict.problem("https://user:word@example.com/x")).contains("password");
  }

  @Test
  void aReceiverThatHangsHoldsUpNobodyElsesMessages() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    HttpServer slow =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    slow.createContext(
        "/",
        exchange -> {
          try {
            hang.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    slow.start();
    try {
      String there = "http://127.0.0.1:" + slow.getAddress().getPort() + "/";
      for (int i = 0; i < 100; i++) {
        queue.cancel(submitted(there).id(), null);
      }
      Run run = submitted();
      queue.cancel(run.id(), null);
      deliver(1);
      await().until(() -> of(run).status() == WebhookStatus.DELIVERED);
    } finally {
      hang.countDown();
      slow.stop(0);
    }
  }

  @Test
  void aDeletedRunTakesItsMessageAlong() {
    Run run = submitted();
    queue.cancel(run.id(), null);
    journal.delete(run.id());
    webhooks.deliver();
    assertThat(webhooks.find(run.id())).isEmpty();
  }
}
