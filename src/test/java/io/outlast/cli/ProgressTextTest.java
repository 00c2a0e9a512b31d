package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.run.RunEvent;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTextTest {

  private final ProgressText text = new ProgressText();

  @Test
  void aCallIsShownWithItsLimitUntilItIsOver() {
    assertThat(text.line(dispatched("c1", "echo")))
        .isEqualTo("tool.dispatched fms.echo, limit PT2M (server:fms)");
    assertThat(text.activity()).isEqualTo("fms.echo");
    assertThat(text.line(new RunEvent.ToolProgressed("c1", 3, 10.0, "half\nway")))
        .isEqualTo("tool.progress fms.echo 3/10: half way");
    assertThat(text.line(finished("c1", "timed_out", "tool_timeout")))
        .isEqualTo("tool.finished fms.echo timed_out (tool_timeout) after 120 ms");
    assertThat(text.activity()).isNotEqualTo("fms.echo");
  }

  @Test
  void everyCallUnderWayIsNamed() {
    text.line(dispatched("c1", "echo"));
    text.line(dispatched("c2", "hang"));
    assertThat(text.activity()).isEqualTo("fms.echo, fms.hang");
  }

  @Test
  void aModelCannotSteerTheTerminal() {
    String line = text.line(new RunEvent.MessageCompleted(1, "a\u001b[2Jb\r\n\u0007c"));
    assertThat(line).isEqualTo("message.completed a [2Jb c");
  }

  @Test
  void theEndSaysWhy() {
    assertThat(text.line(new RunEvent.Finished("failed", "model_error", "no key")))
        .isEqualTo("run.finished failed (model_error): no key");
  }

  private static RunEvent dispatched(String id, String tool) {
    return new RunEvent.ToolDispatched(
        id, "m-" + id, "fms", tool, Map.of("value", "PT2M", "source", "server:fms"));
  }

  private static RunEvent finished(String id, String status, String code) {
    return new RunEvent.ToolFinished(id, "m-" + id, "fms", "echo", status, code, 120L);
  }
}
