package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolResultTextTest {

  private static final Map<String, Object> IMAGE =
      Map.of("type", "image", "mimeType", "image/png", "data", "QUJDREVGRw==");

  @Test
  void textBlocksAreJoinedByNewlines() {
    assertThat(of(text("one"), text(""), text("two"))).isEqualTo("one\n\ntwo");
  }

  @Test
  void structuredContentIsSaidOnlyWhereNoTextSaysIt() {
    Map<String, Object> structured = Map.of("n", 1);

    assertThat(ToolResultText.of(Map.of("content", List.of(), "structuredContent", structured)))
        .isEqualTo("{\"n\":1}");
    assertThat(ToolResultText.of(Map.of("structuredContent", structured))).isEqualTo("{\"n\":1}");
    assertThat(
            ToolResultText.of(
                Map.of("content", List.of(text("one")), "structuredContent", structured)))
        .isEqualTo("one");
    assertThat(
            ToolResultText.of(Map.of("content", List.of(IMAGE), "structuredContent", structured)))
        .isEqualTo("[image, image/png, 7 bytes, not shown]\n{\"n\":1}");
  }

  @Test
  void whatIsNoTextBecomesANoteOfTypeAndSize() {
    assertThat(of(text("see"), IMAGE)).isEqualTo("see\n[image, image/png, 7 bytes, not shown]");
    assertThat(of(Map.of("type", "audio", "mimeType", "audio/wav", "data", "QUJD")))
        .isEqualTo("[audio, audio/wav, 3 bytes, not shown]");
    assertThat(
            of(Map.of("type", "resource_link", "uri", "file:///a", "name", "a", "mimeType", "t/x")))
        .isEqualTo("[resource_link a file:///a, t/x]");
    assertThat(
            of(
                Map.of(
                    "type",
                    "resource",
                    "resource",
                    Map.of("uri", "file:///b", "mimeType", "application/pdf", "blob", "QUI="))))
        .isEqualTo("[resource file:///b, application/pdf, 2 bytes, not shown]");
    assertThat(of(Map.of("type", "hologram"))).isEqualTo("[hologram]");
  }

  @Test
  void theTextOfAnEmbeddedResourceIsText() {
    Map<String, Object> block =
        Map.of("type", "resource", "resource", Map.of("uri", "file:///c", "text", "hello"));

    assertThat(of(block)).isEqualTo("[resource file:///c]\nhello");
  }

  @Test
  void nothingIsSaidAsNothing() {
    Map<String, Object> nullContent = new HashMap<>();
    nullContent.put("content", null);

    assertThat(ToolResultText.of(Map.of())).isEqualTo("(no output)");
    assertThat(ToolResultText.of(nullContent)).isEqualTo("(no output)");
    assertThat(ToolResultText.of(Map.of("content", "odd"))).isEqualTo("(no output)");
    assertThat(of()).isEqualTo("(no output)");
    assertThat(of(text(""))).isEqualTo("(no output)");
    assertThat(of(text(" \n"))).isEqualTo("(no output)");
    assertThat(ToolResultText.of(Map.of("content", Arrays.asList(null, 7, "x"))))
        .isEqualTo("(no output)");
    assertThat(of(Map.of("type", "text"))).isEqualTo("[text]");
  }

  @Test
  void halfSurrogatesAreReplaced() {
    assertThat(of(text("a\ud800b"))).isEqualTo("a\uFFFDb");
  }

  @Test
  void aTextThatFitsIsUntouched() {
    ToolResultText.Cut cut = ToolResultText.cut("äöü", 6);

    assertThat(cut).isEqualTo(new ToolResultText.Cut("äöü", 0, 6));
    assertThat(cut.isCut()).isFalse();
    assertThat(ToolResultText.cut("x".repeat(1000), 0).isCut()).isFalse();
  }

  @Test
  void aLongTextIsCutAndSaysHowMuchIsMissing() {
    ToolResultText.Cut cut = ToolResultText.cut("x".repeat(300_000), 10_240);

    assertThat(cut.leftOutBytes()).isEqualTo(289_760);
    assertThat(cut.totalBytes()).isEqualTo(300_000);
    assertThat(cut.text()).startsWith("x".repeat(10_240)).hasSizeBetween(8_000, 12_000);
    assertThat(cut.text()).contains("289760 of 300000 bytes left out");
  }

  @Test
  void everyCutIsBetweenCharacters() {
    String text = "aä€😀".repeat(20);
    for (int max = 1; max < text.getBytes(StandardCharsets.UTF_8).length; max++) {
      String kept = ToolResultText.cut(text, max).text();
      String head = kept.substring(0, kept.indexOf("\n[cut"));
      byte[] bytes = head.getBytes(StandardCharsets.UTF_8);

      assertThat(text).startsWith(head);
      assertThat(bytes.length).isBetween(max - 3, max);
      assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(head);
    }
  }

  @SafeVarargs
  private static String of(Map<String, Object>... blocks) {
    return ToolResultText.of(Map.of("content", List.of(blocks)));
  }

  private static Map<String, Object> text(String text) {
    return Map.of("type", "text", "text", text);
  }
}
