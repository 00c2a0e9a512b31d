package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InterruptsTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Interrupts interrupts =
      new Interrupts(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final AtomicInteger done = new AtomicInteger();

  @Test
  void theFirstInterruptActsOnceAndSaysHowToEndAtOnce() {
    interrupts.onInterrupt(done::incrementAndGet);
    assertThat(interrupts.isInterrupted()).isFalse();
    interrupts.interrupt();
    assertThat(interrupts.isInterrupted()).isTrue();
    assertThat(done).hasValue(1);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("once more ends at once");
  }

  @Test
  void anInterruptThatCameBeforeThereWasAnythingToEndIsNotLost() {
    interrupts.interrupt();
    interrupts.onInterrupt(done::incrementAndGet);
    assertThat(done).hasValue(1);
  }
}
