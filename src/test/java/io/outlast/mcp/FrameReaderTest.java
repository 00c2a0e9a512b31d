package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FrameReaderTest {

  @Test
  void linesAreCutAtNewlinesWhereverTheChunksEnd() throws IOException {
    String longLine = "é".repeat(70_000);
    FrameReader frames = reader("a\n\n" + longLine + "\nrest", 1_000_000);
    assertThat(frames.next()).asString(UTF_8).isEqualTo("a");
    assertThat(frames.next()).isEmpty();
    assertThat(frames.next()).asString(UTF_8).isEqualTo(longLine);
    assertThat(frames.next()).asString(UTF_8).isEqualTo("rest");
    assertThat(frames.next()).isNull();
  }

  @Test
  void aLineOfTheLimitPassesAndOneByteMoreDoesNot() throws IOException {
    assertThat(reader("12345\n", 5).next()).hasSize(5);
    assertThatThrownBy(() -> reader("123456\n", 5).next())
        .isInstanceOf(FrameTooLongException.class);
  }

  private static FrameReader reader(String text, int limit) {
    return new FrameReader(new ByteArrayInputStream(text.getBytes(UTF_8)), limit);
  }
}
