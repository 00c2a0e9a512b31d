package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseParserTest {

  private final SseParser parser = new SseParser();

  private List<SseEvent> feed(String text) {
    return parser.feed(ByteBuffer.wrap(text.getBytes(UTF_8)));
  }

  @Test
  void everyLineEndingEndsALine() {
    assertThat(feed("data: a\n\ndata: b\r\n\r\ndata: c\r\r"))
        .extracting(SseEvent::data)
        .containsExactly("a", "b", "c");
  }

  @Test
  void aLineEndingSplitBetweenTwoChunksIsOne() {
    assertThat(feed("data: a\r")).isEmpty();
    assertThat(feed("\ndata: b\r")).isEmpty();
    assertThat(feed("\n\r")).extracting(SseEvent::data).containsExactly("a\nb");
    assertThat(feed("\n")).isEmpty();
  }

  @Test
  void anEventMayComeByteByByteWithCharactersSplit() {
    byte[] bytes = "id: é1\nevent: message\ndata: Ωμέγα 🎈\n\n".getBytes(UTF_8);
    List<SseEvent> events = new ArrayList<>();
    for (byte one : bytes) {
      events.addAll(parser.feed(ByteBuffer.wrap(new byte[] {one})));
    }
    assertThat(events).containsExactly(new SseEvent("message", "Ωμέγα 🎈"));
    assertThat(parser.lastEventId()).isEqualTo("é1");
  }

  @Test
  void dataLinesAreJoinedAndOnlyOneSpaceIsTakenAway() {
    assertThat(feed("data:  a\ndata:b\ndata\ndata: c\n\n"))
        .containsExactly(new SseEvent("message", " a\nb\n\nc"));
  }

  @Test
  void commentsUnknownFieldsAndEventsWithoutDataAreNoEvents() {
    assertThat(feed(": keep-alive\n\n:\n\nfoo: bar\nevent: ping\n\n")).isEmpty();
    assertThat(feed("data: x\n\n")).containsExactly(new SseEvent("message", "x"));
  }

  @Test
  void aPrimingEventSetsTheIdAndItsEmptyDataIsAnEmptyEvent() {
    assertThat(feed("id: p-1\ndata:\n\n")).containsExactly(new SseEvent("message", ""));
    assertThat(parser.lastEventId()).isEqualTo("p-1");
    assertThat(feed("id: p-2\n\n")).isEmpty();
    assertThat(parser.lastEventId()).isEqualTo("p-2");
  }

  @Test
  void anIdCountsOnlyOnceItsEventIsComplete() {
    feed("id: 1\ndata: a\n\nid: 2\ndata: cut");
    assertThat(parser.lastEventId()).isEqualTo("1");
    assertThat(new SseParser().lastEventId()).isNull();
  }

  @Test
  void anIdWithANulIsIgnored() {
    feed("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n");
    assertThat(parser.lastEventId()).isEqualTo("1");
  }

  @Test
  void aByteOrderMarkIsSkippedAtTheStartOnly() {
    assertThat(feed("\uFEFFdata: a\n\n\uFEFFdata: b\n\n"))
        .extracting(SseEvent::data)
        .containsExactly("a");
  }

  @Test
  void retryTakesDigitsOnly() {
    feed("retry: 1500\n\nretry: soon\nretry: -1\nretry:\n");
    assertThat(parser.retry()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void anEventBeyondTheLimitIsRefusedAndManyBelowItAreNot() {
    SseParser small = new SseParser(20);
    for (int i = 0; i < 10; i++) {
      assertThat(small.feed(ByteBuffer.wrap("data: 12345678\n\n".getBytes(UTF_8)))).hasSize(1);
    }
    assertThatThrownBy(() ->
            small.feed(ByteBuffer.wrap("data: 1234567890\ndata: 1234567890\n".getBytes(UTF_8))))
        .isInstanceOf(FrameTooLongException.class);
  }

  @Test
  void theLimitIsSixteenMebibytes() {
    byte[] mebibyte = new byte[1024 * 1024];
    java.util.Arrays.fill(mebibyte, (byte) 'x');
    feed("data: ");
    for (int i = 0; i < 15; i++) {
      parser.feed(ByteBuffer.wrap(mebibyte));
    }
    assertThatThrownBy(
            () -> {
              parser.feed(ByteBuffer.wrap(mebibyte));
              parser.feed(ByteBuffer.wrap(mebibyte));
            })
        .isInstanceOf(FrameTooLongException.class)
        .hasMessageContaining("16 MiB");
  }
}
