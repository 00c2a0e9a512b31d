package io.outlast.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.Journal.CancelAnswer;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.CallId;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunLimits;
import io.outlast.run.RunStatus;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What every database that holds the journal must do. */
abstract class JournalContract {

  private static final Ending ANSWERED = new Ending(StopReason.END_TURN, "42", null);

  private static final Consumer<Run> NOTHING = run -> {};

  private final HandClock clock = new HandClock();
  private final JournalTail tail = new JournalTail();
  private JdbcClient jdbc;
  private TransactionTemplate transaction;
  private UnsureDatabase unsure;
  private Journal journal;

  void use(DataSource database) {
    jdbc = JdbcClient.create(database);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
    unsure = new UnsureDatabase(database);
    journal = TestJournal.on(unsure, clock, tail);
  }

  @BeforeEach
  void empty() {
    jdbc.sql("delete from run").update();
  }

  // --- accepting and finding

  @Test
  void anAcceptedRunIsFoundAsItWas() {
    Instant later = clock.instant().plusSeconds(3600);
    NewRun wanted =
        new NewRun(
            "tester",
            "Grüße 👋\n\"quoted\"",
            Map.of("team", "röt", "n", ""),
            limits(Duration.ofMinutes(5), Duration.ZERO),
            "{\"maxTurns\":3}",
            later,
            0);
    Run accepted = journal.accept(wanted);
    assertThat(journal.find(accepted.id())).contains(accepted);
    assertThat(accepted.input()).isEqualTo(wanted.input());
    assertThat(accepted.metadata()).isEqualTo(wanted.metadata());
    assertThat(accepted.limits()).isEqualTo(wanted.limits());
    assertThat(accepted.requestLimits()).isEqualTo(wanted.requestLimits());
    assertThat(accepted.startAfter()).isEqualTo(later);
    assertThat(accepted.createdAt()).isEqualTo(clock.instant());
    assertThat(accepted.status()).isEqualTo(RunStatus.QUEUED);
    assertThat(accepted.attempt()).isEqualTo(1);
    assertThat(types(accepted.id())).containsExactly("run.queued");
  }

  @Test
  void whatWasNeverAcceptedIsNotFound() {
    RunId unknown = new RunId("run_unknown");
    assertThat(journal.find(unknown)).isEmpty();
    assertThat(journal.events(unknown, 0, 10)).isEmpty();
    assertThat(journal.claim(unknown, "a")).isEmpty();
    assertThat(journal.delete(unknown)).isFalse();
  }

  // --- claiming

  @Test
  void aRepeatedRequestIsTheSameRunAndAnotherBodyAConflict() {
    NewRun wanted = newRun(Duration.ZERO, Duration.ZERO, null);
    Acceptance first = journal.accept(wanted, new RequestKey("k", "body"), NOTHING);
    Acceptance again = journal.accept(wanted, new RequestKey("k", "body"), NOTHING);
    Acceptance other = journal.accept(wanted, new RequestKey("k", "another body"), NOTHING);

    assertThat(first).isInstanceOf(Acceptance.New.class);
    assertThat(again).isInstanceOf(Acceptance.Repeated.class);
    assertThat(other).isInstanceOf(Acceptance.Conflict.class);
    assertThat(List.of(again.run().id(), other.run().id())).containsOnly(first.run().id());
    assertThat(journal.countQueued()).isEqualTo(1);

    journal.forgetRequestsBefore(clock.instant().plusSeconds(1));
    assertThat(journal.accept(wanted, new RequestKey("k", "another body"), NOTHING))
        .isInstanceOf(Acceptance.New.class);
  }

  @Test
  void theSameRequestManyTimesAtOnceIsOneRun() throws Exception {
    NewRun wanted = newRun(Duration.ZERO, Duration.ZERO, null);
    List<Future<Acceptance>> answers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        answers.add(
            threads.submit(() -> journal.accept(wanted, new RequestKey("k", "body"), NOTHING)));
      }
    }
    int started = 0;
    for (Future<Acceptance> answer : answers) {
      started += answer.get() instanceof Acceptance.New ? 1 : 0;
    }
    assertThat(started).isEqualTo(1);
    assertThat(journal.countQueued()).isEqualTo(1);
  }

  @Test
  void theFirstClaimStartsTheRunAndItsTime() {
    Run run = accept();
    clock.advance(Duration.ofSeconds(5));
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    assertThat(claimed.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(claimed.owner()).isEqualTo("host-1");
    assertThat(claimed.attempt()).isEqualTo(1);
    assertThat(claimed.startedAt()).isEqualTo(clock.instant());
    assertThat(claimed.deadlineAt()).isEqualTo(clock.instant().plus(Duration.ofMinutes(5)));
    assertThat(types(run.id())).containsExactly("run.queued", "run.started");
  }

  @Test
  void aRunWithoutARunTimeoutHasNoDeadline() {
    Run run = journal.accept(newRun(Duration.ZERO, Duration.ZERO, null));
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    assertThat(claimed.deadlineAt()).isNull();
  }

  @Test
  void onlyOneOfManyGetsARun() throws Exception {
    for (int round = 0; round < 5; round++) {
      Run run = accept();
      List<Future<Boolean>> claims =
          atOnce(8, n -> journal.claim(run.id(), "host-" + n).isPresent());
      assertThat(count(claims)).isEqualTo(1);
      assertThat(types(run.id())).containsExactly("run.queued", "run.started");
    }
  }

  @Test
  void anotherClaimGoesOnWithTheSameDeadline() {
    Run run = accept();
    Ownership first = claim(run);
    Instant deadline = found(run).deadlineAt();
    journal.handBack(first);
    clock.advance(Duration.ofSeconds(30));
    Run resumed = journal.claim(run.id(), "host-2").orElseThrow();
    assertThat(resumed.attempt()).isEqualTo(2);
    assertThat(resumed.epoch()).isGreaterThan(first.epoch());
    assertThat(resumed.deadlineAt()).isEqualTo(deadline);
    assertThat(types(run.id())).containsExactly("run.queued", "run.started", "run.resumed");
  }

  // --- writing, fenced by epoch

  @Test
  void aStepIsReadBackAsItWasWritten() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(7);
    journal.append(owned, step(call));
    ToolCallRecord stored = journal.toolCall(run.id(), call.id()).orElseThrow();
    assertThat(stored).usingRecursiveComparison().ignoringFields("seq").isEqualTo(call);
    assertThat(journal.events(run.id(), 0, 10).get((int) stored.seq() - 1).event())
        .isInstanceOf(RunEvent.ToolDispatched.class);
    assertThat(found(run).usage()).isEqualTo(new RunUsage(1, 1, 10, 5));
  }

  @Test
  void everyKindOfEventIsReadBack() {
    Run run = accept();
    Ownership owned = claim(run);
    List<RunEvent> events =
        List.of(
            new RunEvent.TurnStarted(1),
            new RunEvent.ModelStarted(1, "m", 2, 3),
            new RunEvent.ModelRetrying(1, 2, "PT1S", "429"),
            new RunEvent.ModelFinished(
                1, "m", List.of(new RunEvent.Call("id", "s__t", "{\"a\":1}")), 1, 2),
            new RunEvent.MessageCompleted(1, "text"),
            new RunEvent.ToolProgressed("call_1", 0.5, null, "half"),
            new RunEvent.ToolFinished("call_1", "m1", null, "t", "failed", "unknown_tool", null),
            new RunEvent.McpReconnected("s", 2),
            new RunEvent.BudgetWarning("turns", 0.8, "soon"));
    journal.append(owned, Step.of(events, RunUsage.NONE));
    assertThat(journal.events(run.id(), 2, 50)).extracting(JournalEntry::event).isEqualTo(events);
  }

  @Test
  void anEndedCallStaysAsItEnded() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    journal.append(owned, step(call));
    journal.append(owned, ending(ended(call, "succeeded", "{\"content\":[]}")));
    journal.append(owned, ending(ended(call, "timed_out", null)));
    ToolCallRecord stored = journal.toolCall(run.id(), call.id()).orElseThrow();
    assertThat(stored.status()).isEqualTo("succeeded");
    assertThat(stored.result()).isEqualTo("{\"content\":[]}");
  }

  @Test
  void aNulInAnErrorIsStoredAsAReplacement() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    journal.append(owned, step(call));
    journal.append(owned, ending(ended(call, "failed", null, "it said a\0b")));
    assertThat(journal.toolCall(run.id(), call.id()).orElseThrow().error().message())
        .isEqualTo("it said a\uFFFDb");
  }

  @Test
  void listsOfToolCallsAscendAndLeaveTheResultsOut() {
    Run run = accept();
    Ownership owned = claim(run);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ToolCallRecord call = dispatched(i + 1);
      ids.add(call.id());
      journal.append(owned, step(call));
      journal.append(owned, ending(ended(call, "succeeded", "{}")));
    }
    List<ToolCallRecord> page = journal.toolCalls(run.id(), 0, 2);
    assertThat(page).extracting(ToolCallRecord::id).isEqualTo(ids.subList(0, 2));
    assertThat(page).extracting(ToolCallRecord::result).containsOnlyNulls();
    assertThat(journal.toolCalls(run.id(), page.getLast().seq(), 2))
        .extracting(ToolCallRecord::id)
        .isEqualTo(ids.subList(2, 3));
    assertThat(journal.allToolCalls(run.id()))
        .extracting(ToolCallRecord::result)
        .containsOnly("{}");
  }

  @Test
  void aStaleOwnerChangesNothing() {
    Run run = accept();
    Ownership stale = claim(run);
    journal.handBack(stale);
    claim(run);
    Run before = found(run);
    List<String> events = types(run.id());
    ToolCallRecord call = dispatched(1);
    assertThatThrownBy(() -> journal.append(stale, step(call)))
        .isInstanceOf(StaleOwnerException.class);
    assertThatThrownBy(() -> journal.finish(stale, step(call), ANSWERED))
        .isInstanceOf(StaleOwnerException.class);
    assertThatThrownBy(() -> journal.handBack(stale)).isInstanceOf(StaleOwnerException.class);
    assertThat(found(run)).isEqualTo(before);
    assertThat(types(run.id())).isEqualTo(events);
    assertThat(journal.toolCall(run.id(), call.id())).isEmpty();
  }

  @Test
  void anOwnerWhoHandedTheRunBackWritesNoMore() {
    Run run = accept();
    Ownership owned = claim(run);
    journal.handBack(owned);
    assertThatThrownBy(() -> journal.append(owned, turn(2)))
        .isInstanceOf(StaleOwnerException.class);
    assertThat(found(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(found(run).owner()).isNull();
  }

  @Test
  void nothingIsWrittenAfterTheEnd() {
    Run run = accept();
    Ownership owned = claim(run);
    journal.finish(owned, turn(1), ANSWERED);
    assertThatThrownBy(() -> journal.append(owned, turn(2)))
        .isInstanceOf(StaleOwnerException.class);
    assertThatThrownBy(() -> journal.finish(owned, turn(2), ANSWERED))
        .isInstanceOf(StaleOwnerException.class);
    assertThat(types(run.id()))
        .containsExactly("run.queued", "run.started", "turn.started", "run.finished");
  }

  @Test
  void aStepThatFailsHalfwayLeavesNothing() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    Step broken =
        new Step(List.of(event(call)), List.of(call, call), List.of(), new RunUsage(1, 1, 1, 1));
    assertThatThrownBy(() -> journal.append(owned, broken)).isInstanceOf(RuntimeException.class);
    assertThat(types(run.id())).containsExactly("run.queued", "run.started");
    assertThat(journal.allToolCalls(run.id())).isEmpty();
    assertThat(found(run).usage()).isEqualTo(RunUsage.NONE);
  }

  @Test
  void theEndAndItsEventAreOne() {
    Run run = accept();
    clock.advance(Duration.ofSeconds(3));
    Run ended = journal.finish(claim(run), turn(1), ANSWERED);
    assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(ended.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(ended.output()).isEqualTo("42");
    assertThat(ended.endedAt()).isEqualTo(clock.instant());
    assertThat(ended.owner()).isNull();
    assertThat(journal.events(run.id(), 3, 10))
        .extracting(JournalEntry::event)
        .containsExactly(new RunEvent.Finished("completed", "end_turn", null));
  }

  @Test
  void cancelSentIsNotedAlsoAfterTheEnd() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    journal.append(owned, step(call));
    journal.finish(
        owned,
        ending(ended(call, "cancelled", null)),
        new Ending(StopReason.CANCELLED, null, null));
    journal.cancelSent(run.id(), call.id());
    assertThat(journal.toolCall(run.id(), call.id()).orElseThrow().cancelSent()).isTrue();
  }

  @Test
  void cancelSentBeforeTheEndIsKept() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    journal.append(owned, step(call));
    journal.cancelSent(run.id(), call.id());
    journal.append(owned, ending(ended(call, "timed_out", null)));
    assertThat(journal.toolCall(run.id(), call.id()).orElseThrow().cancelSent()).isTrue();
  }

  @Test
  void aLongResultIsKeptWholeAndAside() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    String random = HexFormat.of().formatHex(randomBytes(4 * 1024 * 1024));
    journal.append(owned, step(call));
    journal.append(owned, ending(ended(call, "succeeded", random)));
    assertThat(journal.toolCall(run.id(), call.id()).orElseThrow().result()).isEqualTo(random);
    assertThat(journal.allToolCalls(run.id()).getFirst().result()).isEqualTo(random);
    assertThat(journal.toolCalls(run.id(), 0, 10).getFirst().result()).isNull();
    assertThat(count("tool_result_part")).isPositive();
    journal.finish(owned, Step.NOTHING, ANSWERED);
    journal.delete(run.id());
    assertThat(count("tool_result_part")).isZero();
  }

  // --- a commit that was not confirmed

  @Test
  void aStepWhoseCommitWasNotConfirmedIsNotWrittenTwice() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    unsure.failAfterCommits(2);
    journal.append(owned, step(call));
    unsure.failAfterCommits(1);
    journal.append(owned, ending(ended(call, "succeeded", "{}")));
    assertThat(types(run.id()))
        .containsExactly("run.queued", "run.started", "turn.started", "tool.dispatched");
    assertThat(found(run).usage()).isEqualTo(new RunUsage(1, 1, 10, 5));

    unsure.failAfterCommits(1);
    Run finished = journal.finish(owned, turn(2), ANSWERED);
    assertThat(finished.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(types(run.id())).containsOnlyOnce("run.finished").endsWith("run.finished");
  }

  @Test
  void aHandBackWhoseCommitWasNotConfirmedHappensOnce() {
    Run run = accept();
    Ownership owned = claim(run);
    unsure.failAfterCommits(1);
    journal.handBack(owned);
    assertThat(found(run).status()).isEqualTo(RunStatus.QUEUED);
    claim(run);
    assertThatThrownBy(() -> journal.handBack(owned)).isInstanceOf(StaleOwnerException.class);
  }

  // --- cancelling

  @Test
  void aQueuedRunIsCancelledAtOnce() {
    Run run = accept();
    CancelAnswer answer = journal.requestCancel(run.id(), "enough");
    assertThat(answer.wasTerminal()).isFalse();
    assertThat(answer.run().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(answer.run().cancelRequestedAt()).isEqualTo(clock.instant());
    assertThat(types(run.id())).containsExactly("run.queued", "run.finished");
    assertThat(journal.claim(run.id(), "host-1")).isEmpty();
  }

  @Test
  void aRunningRunIsAskedOnce() {
    Run run = accept();
    claim(run);
    assertThat(journal.cancelRequested("host-1")).isEmpty();
    journal.requestCancel(run.id(), "enough");
    Instant asked = clock.instant();
    clock.advance(Duration.ofSeconds(5));
    CancelAnswer again = journal.requestCancel(run.id(), "really");
    assertThat(again.wasTerminal()).isFalse();
    assertThat(again.run().cancelRequestedAt()).isEqualTo(asked);
    assertThat(again.run().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(types(run.id())).containsExactly("run.queued", "run.started", "run.cancelling");
    assertThat(journal.cancelRequested("host-1")).containsExactly(run.id());
    assertThat(journal.cancelRequested("host-2")).isEmpty();
  }

  @Test
  void aCancelThatWasAskedForBeforeAHandBackIsNotForgotten() {
    Run run = accept();
    Ownership owned = claim(run);
    journal.requestCancel(run.id(), null);
    journal.handBack(owned);
    Run resumed = journal.claim(run.id(), "host-2").orElseThrow();
    assertThat(resumed.cancelRequestedAt()).isNotNull();
    assertThat(journal.cancelRequested("host-2")).containsExactly(run.id());
  }

  @Test
  void aRunThatIsGoneCanNotBeCancelled() {
    Run run = accept();
    journal.requestCancel(run.id(), null);
    journal.delete(run.id());
    assertThatThrownBy(() -> journal.requestCancel(run.id(), null))
        .isInstanceOf(UnknownRunException.class)
        .hasMessageContaining(run.id().value());
  }

  @Test
  void anEndedRunIsNotCancelled() {
    Run run = accept();
    journal.finish(claim(run), Step.NOTHING, ANSWERED);
    CancelAnswer answer = journal.requestCancel(run.id(), "late");
    assertThat(answer.wasTerminal()).isTrue();
    assertThat(answer.run().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(answer.run().cancelRequestedAt()).isNull();
  }

  // --- time

  @Test
  void onlyWaitsThatAreOverExpire() {
    Duration queueTimeout = Duration.ofSeconds(30);
    Run late = journal.accept(newRun(Duration.ZERO, queueTimeout, null));
    Run patient = accept();
    Run started = journal.accept(newRun(Duration.ZERO, queueTimeout, null));
    Ownership owned = claim(started);
    journal.handBack(owned);
    Run delayed =
        journal.accept(newRun(Duration.ZERO, queueTimeout, clock.instant().plusSeconds(30)));
    clock.advance(queueTimeout);
    assertThat(journal.expireQueued(clock.instant())).containsExactly(late.id());
    Run ended = found(late);
    assertThat(ended.status()).isEqualTo(RunStatus.TIMED_OUT);
    assertThat(ended.stopReason()).isEqualTo(StopReason.QUEUE_TIMEOUT);
    assertThat(requireNonNull(ended.error()).message()).contains("PT30S");
    assertThat(List.of(found(patient), found(started), found(delayed)))
        .extracting(Run::status)
        .containsOnly(RunStatus.QUEUED);
  }

  @Test
  void aRunTakenFromALostOwnerWaitsAgainAndTheOldOwnerCanNotWrite() {
    Run run = accept();
    Ownership lost = claim(run);
    assertThat(journal.takeBack(run.id())).isTrue();
    assertThat(journal.takeBack(run.id())).isFalse();
    assertThat(found(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThatThrownBy(() -> journal.append(lost, turn(2))).isInstanceOf(StaleOwnerException.class);
    assertThat(journal.claim(run.id(), "host-2").orElseThrow().attempt()).isEqualTo(2);
  }

  // --- lists

  @Test
  void filtersNarrowAndNewestComesFirst() {
    RunId red = journal.accept(labelled("a", Map.of("team", "red", "n", "1"))).id();
    clock.advance(Duration.ofSeconds(10));
    Instant from = clock.instant();
    RunId blue = journal.accept(labelled("a", Map.of("team", "blue", "n", "1"))).id();
    clock.advance(Duration.ofSeconds(10));
    RunId other = journal.accept(labelled("b", Map.of())).id();
    journal.requestCancel(other, null);
    assertThat(list(only(null, null, Map.of()))).containsExactly(other, blue, red);
    assertThat(list(only(RunStatus.QUEUED, null, Map.of()))).containsExactly(blue, red);
    assertThat(list(only(null, "b", Map.of()))).containsExactly(other);
    assertThat(list(only(null, null, Map.of("n", "1")))).containsExactly(blue, red);
    assertThat(list(only(null, null, Map.of("n", "1", "team", "red")))).containsExactly(red);
    assertThat(list(only(null, null, Map.of("team", "green")))).isEmpty();
    assertThat(list(created(from, null))).containsExactly(other, blue);
    assertThat(list(created(null, from))).containsExactly(red);
    assertThat(list(new RunFilter(null, null, null, null, Map.of(), blue))).containsExactly(red);
  }

  // --- deleting

  @Test
  void onlyEndedRunsAreDeletedAndNothingOfThemStays() {
    Run run = journal.accept(labelled("a", Map.of("team", "red")));
    assertThat(journal.delete(run.id())).isFalse();
    Ownership owned = claim(run);
    journal.append(owned, step(dispatched(1)));
    assertThat(journal.delete(run.id())).isFalse();
    journal.finish(owned, Step.NOTHING, ANSWERED);
    assertThat(journal.delete(run.id())).isTrue();
    assertThat(journal.find(run.id())).isEmpty();
    for (String table : List.of("run_event", "run_metadata", "tool_call")) {
      assertThat(jdbc.sql("select count(*) from " + table).query(Long.class).single())
          .as(table)
          .isZero();
    }
  }

  @Test
  void onlyWhatEndedLongAgoIsCleanedUp() {
    Run old = accept();
    journal.finish(claim(old), Step.NOTHING, ANSWERED);
    Run running = accept();
    claim(running);
    clock.advance(Duration.ofDays(31));
    Run recent = accept();
    journal.finish(claim(recent), Step.NOTHING, ANSWERED);
    assertThat(journal.deleteEndedBefore(clock.instant().minus(Duration.ofDays(30)))).isEqualTo(1);
    assertThat(journal.find(old.id())).isEmpty();
    assertThat(journal.find(running.id())).isPresent();
    assertThat(journal.find(recent.id())).isPresent();
  }

  // --- many at once

  @Test
  void placesHaveNoGapsWhateverWritesAtOnce() throws Exception {
    Run run = accept();
    Ownership owned = claim(run);
    List<Future<Boolean>> writers =
        atOnce(
            8,
            n -> {
              for (int i = 0; i < 20; i++) {
                if (n == 0) {
                  journal.requestCancel(run.id(), "now");
                } else {
                  journal.append(owned, turn(i));
                }
              }
              return true;
            });
    assertThat(count(writers)).isEqualTo(8);
    List<Long> places = journal.events(run.id(), 0, 1000).stream().map(JournalEntry::seq).toList();
    assertThat(places).isEqualTo(LongStream.rangeClosed(1, 2 + 7 * 20 + 1).boxed().toList());
    assertThat(types(run.id())).containsOnlyOnce("run.cancelling");
  }

  @Test
  void aCancelThatRacesTheEndLeavesOneEnd() throws Exception {
    for (int round = 0; round < 10; round++) {
      Run run = accept();
      Ownership owned = claim(run);
      atOnce(
          2,
          n -> {
            if (n == 0) {
              journal.requestCancel(run.id(), null);
            } else {
              journal.finish(owned, Step.NOTHING, ANSWERED);
            }
            return true;
          });
      assertThat(types(run.id())).endsWith("run.finished").containsOnlyOnce("run.finished");
      assertThat(found(run).status()).isEqualTo(RunStatus.COMPLETED);
    }
  }

  @Test
  void aCancelThatRacesTheClaimEitherPreventsItOrReachesIt() throws Exception {
    for (int round = 0; round < 10; round++) {
      Run run = accept();
      List<Future<Boolean>> outcome =
          atOnce(
              2,
              n ->
                  n == 0
                      ? journal.claim(run.id(), "host-1").isPresent()
                      : !journal.requestCancel(run.id(), null).wasTerminal());
      Run after = found(run);
      assertThat(after.cancelRequestedAt()).isNotNull();
      assertThat(after.status())
          .isEqualTo(outcome.getFirst().get() ? RunStatus.RUNNING : RunStatus.CANCELLED);
    }
  }

  @Test
  void whatIsWrittenWithinACallersTransactionIsToldAfterItsEnd() {
    Run run = accept();
    CompletableFuture<Void> more = tail.next(run.id());
    transaction.executeWithoutResult(status -> {
      claim(run);
      assertThat(more).isNotDone();
    });
    assertThat(more).isCompleted();
  }

  @Test
  void whoWaitsForMoreHearsOfEveryWrite() {
    Run run = accept();
    CompletableFuture<Void> more = tail.next(run.id());
    assertThat(more).isNotDone();
    Ownership owned = claim(run);
    assertThat(more).isCompleted();
    CompletableFuture<Void> end = tail.next(run.id());
    journal.finish(owned, Step.NOTHING, ANSWERED);
    assertThat(end).isCompleted();
  }

  @Test
  void theHeadsOfSeveralRunsAreAskedForAtOnce() {
    Run one = accept();
    Run other = accept();
    claim(other);
    RunId gone = new RunId("run_gone");
    assertThat(journal.heads(List.of(one.id(), other.id(), gone)))
        .isEqualTo(Map.of(one.id(), 1L, other.id(), 2L));
    assertThat(journal.heads(List.of())).isEmpty();
  }

  // --- material

  private Run accept() {
    return accept(null);
  }

  private Run accept(@Nullable Instant startAfter) {
    return journal.accept(newRun(Duration.ofMinutes(5), Duration.ZERO, startAfter));
  }

  private Ownership claim(Run run) {
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    return new Ownership(run.id(), claimed.epoch());
  }

  private Run found(Run run) {
    return journal.find(run.id()).orElseThrow();
  }

  private List<String> types(RunId id) {
    return journal.events(id, 0, 1000).stream().map(entry -> entry.event().type()).toList();
  }

  private List<RunId> list(RunFilter filter) {
    return journal.list(filter, 10).stream().map(Run::id).toList();
  }

  private static RunFilter only(
      @Nullable RunStatus status, @Nullable String agent, Map<String, String> metadata) {
    return new RunFilter(status, agent, null, null, metadata, null);
  }

  private static RunFilter created(@Nullable Instant since, @Nullable Instant until) {
    return new RunFilter(null, null, since, until, Map.of(), null);
  }

  private interface Work {
    boolean run(int number) throws Exception;
  }

  private static List<Future<Boolean>> atOnce(int count, Work work) throws Exception {
    CompletableFuture<Void> start = new CompletableFuture<>();
    List<Future<Boolean>> results = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int number = i;
        results.add(
            threads.submit(() -> {
              start.get();
              return work.run(number);
            }));
      }
      start.complete(null);
    }
    for (Future<Boolean> result : results) {
      result.get();
    }
    return results;
  }

  private long count(String table) {
    return jdbc.sql("select count(*) from " + table).query(Long.class).single();
  }

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static long count(List<Future<Boolean>> results) {
    return results.stream().filter(Future::resultNow).count();
  }

  private NewRun labelled(String agent, Map<String, String> metadata) {
    return new NewRun(
        agent, "x", metadata, limits(Duration.ofMinutes(5), Duration.ZERO), "{}", null, 0);
  }

  private NewRun newRun(Duration runTimeout, Duration queueTimeout, @Nullable Instant startAfter) {
    return new NewRun(
        "tester", "x", Map.of(), limits(runTimeout, queueTimeout), "{}", startAfter, 0);
  }

  private static RunLimits limits(Duration runTimeout, Duration queueTimeout) {
    Limit<Duration> none = new Limit<>(Duration.ZERO, "global");
    return new RunLimits(
        new Limit<>(runTimeout, "request"),
        new Limit<>(queueTimeout, "agent"),
        none,
        new Limit<>(3, "global"),
        new Limit<>(Duration.ofMillis(1500), "global"),
        none,
        none,
        new Limit<>(50, "global"),
        new Limit<>(150, "global"),
        new Limit<>(0L, "global"),
        new Limit<>(262_144L, "global"),
        new Limit<>(8, "global"));
  }

  private static Step turn(int turn) {
    return Step.of(List.of(new RunEvent.TurnStarted(turn)), RunUsage.NONE);
  }

  private static Step step(ToolCallRecord call) {
    return new Step(
        List.of(new RunEvent.TurnStarted(call.turn()), event(call)),
        List.of(call),
        List.of(),
        new RunUsage(1, 1, 10, 5));
  }

  private static Step ending(ToolCallRecord call) {
    return new Step(List.of(), List.of(), List.of(call), RunUsage.NONE);
  }

  private static RunEvent event(ToolCallRecord call) {
    return new RunEvent.ToolDispatched(
        call.id(), call.modelCallId(), "fms", call.tool(), Map.of("value", "PT20S"));
  }

  private ToolCallRecord dispatched(int turn) {
    return new ToolCallRecord(
        CallId.create(),
        0,
        turn,
        "fms__echo",
        "fms",
        "echo",
        "m" + turn,
        "{\"text\":\"é\"}",
        "dispatched",
        "read_only",
        "not_sent",
        new ToolCallRecord.CallDeadline("PT20S", "server:fms", "run", "PT1M"),
        1,
        clock.instant(),
        null,
        null,
        false,
        null,
        null);
  }

  private ToolCallRecord ended(ToolCallRecord call, String status, @Nullable String result) {
    return ended(call, status, result, "It took too long.");
  }

  private ToolCallRecord ended(
      ToolCallRecord call, String status, @Nullable String result, String error) {
    boolean good = status.equals("succeeded");
    return new ToolCallRecord(
        call.id(),
        call.seq(),
        call.turn(),
        call.exposedName(),
        call.server(),
        call.tool(),
        call.modelCallId(),
        call.arguments(),
        status,
        call.effect(),
        "executed",
        call.deadline(),
        2,
        call.startedAt(),
        clock.instant(),
        12L,
        false,
        good ? null : new ToolCallRecord.CallError("tool_timeout", error),
        result);
  }
}
