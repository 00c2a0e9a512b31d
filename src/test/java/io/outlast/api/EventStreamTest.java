package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.api.EventReader.Message;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.JournalTail;
import io.outlast.journal.Step;
import io.outlast.journal.TestJournal;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** The live stream: everything once, in order, whatever readers do. */
@ApiTest
@Timeout(60)
@TestPropertySource(
    properties = {"internal.outlast-stream-heartbeat=100ms", "server.tomcat.connection-timeout=1s"})
class EventStreamTest {

  @LocalServerPort int port;
  @Autowired Journal journal;
  @Autowired DataSource database;
  @Autowired RunEventStream stream;
  @Autowired RunFeeds feeds;
  @Autowired RunWaiting waiting;
  Client client;
  HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @Test
  void whatWasIsReplayedAndWhatComesFollowsUntilTheEnd() throws Exception {
    Ownership run = running();
    say(run, 300);
    try (EventReader reader = open(run, null)) {
      assertThat(reader.header("Content-Type")).startsWith("text/event-stream");
      assertThat(reader.header("Cache-Control")).contains("no-store");
      List<Message> first = reader.until(message -> message.id() == 302);
      say(run, 3);
      finish(run);
      List<Message> all = new ArrayList<>(first);
      all.addAll(reader.all());
      assertThat(ids(all)).isEqualTo(upTo(306));
      assertThat(all.getLast().event()).isEqualTo("run.finished");
    }
  }

  @Test
  void aMessageCarriesTheSameObjectAsTheList() throws Exception {
    Ownership run = running();
    finish(run);
    List<String> listed = new ArrayList<>();
    client
        .get("/v1/runs/" + run.id() + "/events")
        .json()
        .path("items")
        .forEach(event -> listed.add(event.toString()));
    try (EventReader reader = open(run, null)) {
      assertThat(reader.all()).extracting(Message::data).isEqualTo(listed);
    }
  }

  @Test
  void aReaderThatComesBackGoesOnWhereItWas() throws Exception {
    Ownership run = running();
    say(run, 5);
    try (EventReader reader = open(run, null)) {
      assertThat(ids(reader.until(message -> message.id() == 4))).isEqualTo(upTo(4));
    }
    say(run, 2);
    finish(run);
    try (EventReader reader = open(run, 4L)) {
      assertThat(ids(reader.all())).containsExactly(5L, 6L, 7L, 8L, 9L, 10L);
    }
  }

  @Test
  void theHeaderOfAReconnectCountsMoreThanTheAddress() throws Exception {
    Ownership run = running();
    finish(run);
    Answer answer =
        client.get(
            "/v1/runs/" + run.id() + "/events?after=0",
            "Accept",
            "text/event-stream",
            "Last-Event-ID",
            "2");
    assertThat(answer.body()).contains("id: 3\n").doesNotContain("id: 2\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "4711", "9223372036854775807"})
  void whoHasAllOfAFinishedRunIsToldNotToAskAgain(String lastEventId) {
    Ownership run = running();
    finish(run);
    assertThat(stream(run, lastEventId).status()).isEqualTo(204);
  }

  @Test
  void aSeqOfTheFutureWaitsForWhatComesAfterIt() throws Exception {
    Ownership run = running();
    try (EventReader reader = open(run, 4L)) {
      say(run, 3);
      finish(run);
      assertThat(ids(reader.all())).containsExactly(5L, 6L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "1e3", "99999999999999999999", "run_01/4"})
  void aLastEventIdThatIsNoneIsNamed(String lastEventId) {
    Ownership run = running();
    stream(run, lastEventId).isProblem(400, "invalid_request").names("Last-Event-ID");
  }

  @Test
  void aStreamOfNoRunIsNotFound() {
    client
        .get("/v1/runs/run_01NOSUCHRUN/events", "Accept", "text/event-stream")
        .isProblem(404, "unknown_run");
  }

  @Test
  void aListIsGivenUnlessAStreamIsAskedFor() {
    Ownership run = running();
    finish(run);
    for (String accept : List.of("*/*", "application/json, text/event-stream", "application/*")) {
      Answer answer = client.get("/v1/runs/" + run.id() + "/events", "Accept", accept);
      assertThat(answer.header("Content-Type")).as(accept).isEqualTo("application/json");
    }
  }

  @Test
  void headTellsTheTypeAndDoesNotStay() {
    Ownership run = running();
    Answer head =
        client.send(
            "HEAD",
            "/v1/runs/" + run.id() + "/events",
            BodyPublishers.noBody(),
            "Accept",
            "text/event-stream");
    assertThat(head.header("Content-Type")).startsWith("text/event-stream");
  }

  @Test
  void aQuietStreamIsKeptAliveByComments() throws Exception {
    Ownership run = running();
    try (EventReader reader = open(run, null)) {
      reader.until(message -> message.id() == 2);
      CompletableFuture<List<Message>> rest = later(reader);
      await().until(() -> reader.comments() >= 3);
      finish(run);
      assertThat(ids(rest.get())).containsExactly(3L);
    }
  }

  @Test
  void whatAnotherProcessWritesIsSeenToo() throws Exception {
    Journal other = TestJournal.on(database, Clock.systemUTC(), new JournalTail());
    Ownership run = running();
    try (EventReader reader = open(run, null)) {
      reader.until(message -> message.id() == 2);
      for (int i = 0; i < 5; i++) {
        other.append(run, steps(2));
      }
      other.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
      assertThat(ids(reader.all())).isEqualTo(LongStream.rangeClosed(3, 13).boxed().toList());
    }
  }

  @Test
  void waitingEndsWithTheRunOfAnotherProcess() throws Exception {
    Journal other = TestJournal.on(database, Clock.systemUTC(), new JournalTail());
    Ownership run = running();
    var answer =
        CompletableFuture.supplyAsync(
            () -> client.get("/v1/runs/" + run.id() + "/wait?timeout=20s"));
    await().until(() -> waiting.size() == 1);
    other.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
    assertThat(answer.get().json().path("status").asString()).isEqualTo("completed");
  }

  @Test
  void manyReadersOfARunShareOneFeed() throws Exception {
    Ownership run = running();
    List<EventReader> readers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      readers.add(open(run, (long) i % 3));
    }
    assertThat(feeds.size()).isEqualTo(1);
    say(run, 4);
    finish(run);
    for (int i = 0; i < 20; i++) {
      long first = i % 3 + 1;
      assertThat(ids(readers.get(i).all()))
          .isEqualTo(LongStream.rangeClosed(first, 7).boxed().toList());
    }
    await().until(() -> feeds.size() == 0 && stream.readers() == 0);
  }

  @Test
  void aReaderThatTakesNothingIsDroppedAndTheRunGoesOn() throws Exception {
    Ownership run = running();
    try (Socket stuck = ask(run)) {
      await().until(() -> stream.readers() == 1);
      sayMuch(run);
      finish(run);
      await().atMost(Duration.ofSeconds(20)).until(() -> stream.readers() == 0);
      assertThat(stuck.isClosed()).isFalse();
    }
    try (EventReader reader = open(run, 2L)) {
      assertThat(ids(reader.all())).isEqualTo(LongStream.rangeClosed(3, 103).boxed().toList());
    }
  }

  @Test
  void readersThatLeaveAtOnceLeaveNothingBehind() throws Exception {
    Ownership run = running();
    for (int i = 0; i < 300; i++) {
      try (Socket gone = ask(run)) {
        if (i % 3 == 0) {
          say(run, 1);
        } else if (i % 3 == 1) {
          gone.setSoLinger(true, 0);
        }
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> stream.readers() == 0 && feeds.size() == 0);
    finish(run);
    try (EventReader reader = open(run, null)) {
      assertThat(ids(reader.all())).isEqualTo(upTo(103));
    }
  }

  @Test
  void theStreamOfADeletedRunEnds() throws Exception {
    Ownership run = running();
    // More than fits into sockets, so that the reader is still there.
    sayMuch(run);
    finish(run);
    try (Socket slow = ask(run)) {
      await().until(() -> stream.readers() == 1);
      client.delete("/v1/runs/" + run.id());
      InputStream in = slow.getInputStream();
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all).startsWith("HTTP/1.1 200");
    }
    await().until(() -> stream.readers() == 0);
  }

  // --- material

  private EventReader open(Ownership run, Long lastEventId)
      throws IOException, InterruptedException {
    EventReader reader = EventReader.open(http, port, run.id().value(), lastEventId);
    assertThat(reader.status()).isEqualTo(200);
    return reader;
  }

  private Answer stream(Ownership run, String lastEventId) {
    return client.get(
        "/v1/runs/" + run.id() + "/events",
        "Accept",
        "text/event-stream",
        "Last-Event-ID",
        lastEventId);
  }

  private Socket ask(Ownership run) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    String head =
        "GET /v1/runs/%s/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
            + "Connection: close\r\n\r\n";
    socket.getOutputStream().write(head.formatted(run.id()).getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static CompletableFuture<List<Message>> later(EventReader reader) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return reader.all();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
  }

  private Ownership running() {
    String body = "{\"agent\":\"tester\",\"input\":\"x\"}";
    String id = client.post("/v1/runs", body).json().path("id").asString();
    Run run = journal.claim(new RunId(id), "test").orElseThrow();
    return new Ownership(run.id(), run.epoch());
  }

  private void say(Ownership run, int events) {
    journal.append(run, steps(events));
  }

  /** A hundred events, 20 MB together. */
  private void sayMuch(Ownership run) {
    String text = "x".repeat(200_000);
    for (int i = 0; i < 100; i++) {
      journal.append(run, Step.of(List.of(new RunEvent.MessageCompleted(i, text)), RunUsage.NONE));
    }
  }

  private static Step steps(int events) {
    List<RunEvent> all = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      all.add(new RunEvent.TurnStarted(i));
    }
    return Step.of(all, RunUsage.NONE);
  }

  private void finish(Ownership run) {
    journal.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
  }

  private static List<Long> ids(List<Message> messages) {
    return messages.stream().map(Message::id).toList();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
