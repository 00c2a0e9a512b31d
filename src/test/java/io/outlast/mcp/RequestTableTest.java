package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.control.Deadline;
import io.outlast.mcp.RequestTable.Entry;
import io.outlast.settings.McpServerSettings.Restart;
import io.outlast.tool.ToolListener;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTableTest {

  @Test
  void anIdThatComesBackAsTextStillMatches() {
    RequestTable table = new RequestTable();
    table.put(new Entry(3, "tools/call", null));
    assertThat(table.take("3")).isNotNull();
    assertThat(table.take("3")).isNull();
  }

  @Test
  void aGivenUpIdIsKnownOnceAndItsTokenNoMore() {
    RequestTable table = new RequestTable();
    PendingRequest pending =
        new PendingRequest("tools/call", "t", Deadline.never(), ToolListener.NONE);
    table.put(new Entry("a", "tools/call", pending));
    assertThat(table.byToken("t")).isSameAs(pending);
    assertThat(table.giveUp("a")).isNotNull();
    assertThat(table.byToken("t")).isNull();
    assertThat(table.wasGivenUp("a")).isTrue();
    assertThat(table.wasGivenUp("a")).isFalse();
    assertThat(table.wasGivenUp("b")).isFalse();
  }

  @Test
  void theBackoffGrowsToItsBoundAndJitters() {
    Restart restart = new Restart(Duration.ofSeconds(1), Duration.ofSeconds(60), 2, 0.2);
    assertThat(BackoffDelay.of(restart, 1, 0.5)).hasSeconds(1);
    assertThat(BackoffDelay.of(restart, 4, 0.5)).hasSeconds(8);
    assertThat(BackoffDelay.of(restart, 2000, 0.5)).hasSeconds(60);
    assertThat(BackoffDelay.of(restart, 1, 0)).hasMillis(800);
    assertThat(BackoffDelay.of(restart, 1, 1)).hasMillis(1200);
  }

  @Test
  void theBuiltEnvironmentHasNothingElse() {
    Map<String, String> service = Map.of("PATH", "/bin", "HOME", "/root", "SECRET", "x");
    assertThat(ChildEnvironment.build(service, Map.of("OWN", "1", "HOME", "/srv")))
        .isEqualTo(Map.of("PATH", "/bin", "HOME", "/srv", "OWN", "1", "LANG", "C.UTF-8"));
  }

  @Test
  void aShownUrlHasNoUserInfoAndNoQuery() {
    assertThat(ServerUrl.shown(URI.create("https://u:p@h.test/mcp?key=k")))
        .isEqualTo("https://***@h.test/mcp?***");
  }
}
