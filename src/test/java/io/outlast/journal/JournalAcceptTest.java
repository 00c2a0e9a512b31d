package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Accepting runs, once for each request. */
class JournalAcceptTest extends JournalFixture {

  private static final Consumer<Run> NOTHING = run -> {};

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
}
