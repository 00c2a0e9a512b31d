package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunStatus;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an owner writes, fenced by the epoch of its claim. */
class JournalWriteTest extends JournalFixture {

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
    List<RunEvent> events = ofEachKind();
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

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    new Random(1).nextBytes(bytes);
    return bytes;
  }
}
