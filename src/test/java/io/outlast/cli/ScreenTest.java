package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.settings.Maskers;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScreenTest {

  private static final Instant BEGAN = Instant.parse("2030-01-31T06:00:00Z");

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  @Test
  void aPipeGetsOnePlainLineForEachEventAndNothingElse() {
    Screen screen = screen(false);
    screen.show(message("done"));
    screen.redraw();
    screen.end();
    assertThat(shown()).isEqualTo("    1.5s  message.completed done" + System.lineSeparator());
  }

  @Test
  void aTerminalGetsALiveLineThatEventsPushDown() {
    Screen screen = screen(true);
    screen.redraw();
    screen.show(message("done"));
    screen.end();
    assertThat(shown())
        .contains("waiting to start")
        .containsSubsequence("waiting to start", "\r\u001b[2K", "message.completed done")
        .endsWith("\r\u001b[2K");
  }

  @Test
  void secretsAreMasked() {
    screen(false).show(message("the token is hidden-1"));
    assertThat(shown()).contains("the token is ***").doesNotContain("hidden-1");
  }

  private Screen screen(boolean live) {
    PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);
    Screen screen = new Screen(new Output(err, err, false, live), Maskers.of(Set.of("hidden-1")));
    screen.begin(BEGAN);
    return screen;
  }

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8);
  }

  private static JournalEntry message(String text) {
    return new JournalEntry(
        new RunId("run_1"), 1, BEGAN.plusMillis(1500), new RunEvent.MessageCompleted(1, text));
  }
}
