package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.run.RunEvent;
import org.junit.jupiter.api.Test;

class KnownConnectionsTest {

  private final KnownConnections known = new KnownConnections();

  @Test
  void theFirstConnectionIsNoNewsUnlessItWasRecreatedForTheCall() {
    assertThat(known.use("a", 4, false)).isEmpty();
    assertThat(known.use("b", 4, true)).hasValue(new RunEvent.McpReconnected("b", 4));
  }

  @Test
  void aConnectionInPlaceOfOneThatTheRunUsedIsToldOnceWhoeverCausedIt() {
    known.use("a", 1, false);
    assertThat(known.use("a", 2, false)).hasValue(new RunEvent.McpReconnected("a", 2));
    assertThat(known.use("a", 2, true)).isEmpty();
    assertThat(known.use("a", 2, false)).isEmpty();
  }

  @Test
  void aCallThatIsLateWithAnOlderConnectionIsNoNews() {
    known.use("a", 2, false);
    assertThat(known.use("a", 1, false)).isEmpty();
    assertThat(known.use("a", 2, false)).isEmpty();
  }
}
