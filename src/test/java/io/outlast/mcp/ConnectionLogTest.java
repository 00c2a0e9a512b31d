package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outlast.mcp.ConnectionTransitionsTest.Pair;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

class ConnectionLogTest {

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ConnectionLog.class);
  private final Level before = logger.getLevel();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.DEBUG);
  }

  @AfterEach
  void stop() {
    logger.setLevel(before);
    logger.detachAppender(lines);
  }

  static List<Pair> everyPair() {
    return ConnectionTransitionsTest.everyPair().toList();
  }

  @ParameterizedTest
  @MethodSource("everyPair")
  void everyChangeIsOneLineAndNoChangeIsNone(Pair pair) {
    ConnectionState next = ConnectionTransitionsTest.next(pair.state(), pair.event());
    new ConnectionLog("fms").changed(pair.state(), pair.event(), next);
    assertThat(lines.list).hasSize(next == pair.state() ? 0 : 1);
    assertThat(lines.list).allMatch(line -> line.getFormattedMessage().startsWith("fms: "));
  }

  @Test
  void aLossNamesItsCauseAndWhatItMeansForCallers() {
    ConnectionState ready = new ConnectionState.Ready(ConnectionTransitionsTest.NOW, 3, 0);
    ConnectionEvent exit = new ConnectionEvent.Down(3, "the process exited with code 7");
    new ConnectionLog("fms").changed(ready, exit, ConnectionTransitionsTest.next(ready, exit));
    assertThat(lines.list.getFirst().getFormattedMessage())
        .contains("code 7", "restarted now", "calls wait");
  }

  @Test
  void aWaitNamesTheTimeOfTheNextAttempt() {
    ConnectionState connecting =
        new ConnectionState.Connecting(ConnectionTransitionsTest.NOW, 3, 7);
    ConnectionEvent down = new ConnectionEvent.Down(3, "connection refused");
    new ConnectionLog("fms")
        .changed(connecting, down, ConnectionTransitionsTest.next(connecting, down));
    assertThat(lines.list.getFirst().getFormattedMessage())
        .contains("connection refused", "fail at once")
        .contains(ConnectionTransitionsTest.NOW.plus(Duration.ofSeconds(3)).toString());
  }
}
