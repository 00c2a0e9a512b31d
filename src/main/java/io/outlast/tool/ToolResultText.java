package io.outlast.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An MCP tool result as the plain text that a model gets. Pure. */
public final class ToolResultText {

  private static final String NO_OUTPUT = "(no output)";

  /**
   * A text that fits.
   *
   * @param text what is left, with a note about the rest
   * @param leftOutBytes how much was cut away, in bytes of UTF-8; zero when it fitted
   * @param totalBytes how long it was
   */
  public record Cut(String text, long leftOutBytes, long totalBytes) {
    public boolean isCut() {
      return leftOutBytes > 0;
    }
  }

  private ToolResultText() {}

  /**
   * Blocks joined by newlines; {@code structuredContent} as JSON where no block says it in words;
   * images and the like as a note of type and size. Never empty, and always valid Unicode.
   */
  public static String of(Map<String, Object> result) {
    List<String> parts = new ArrayList<>();
    boolean words = false;
    if (result.get("content") instanceof List<?> blocks) {
      for (Object block : blocks) {
        if (block instanceof Map<?, ?> fields) {
          words |= hasText(fields);
          parts.add(ofBlock(fields));
        }
      }
    }
    if (!words && result.get("structuredContent") instanceof Map<?, ?> structured) {
      parts.add(Json.write(structured));
    }
    String text = WellFormed.text(String.join("\n", parts));
    return text.isBlank() ? NO_OUTPUT : text;
  }

  /**
   * Cuts to so many bytes of UTF-8, between characters, and says how much was left out of how much.
   * The note comes on top.
   *
   * @param maxBytes zero for no limit
   */
  public static Cut cut(String text, long maxBytes) {
    long total = 0;
    long kept = 0;
    int end = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      total += utf8Length(codePoint);
      if (total <= maxBytes) {
        kept = total;
        end = i;
      }
    }
    if (maxBytes <= 0 || total <= maxBytes) {
      return new Cut(text, 0, total);
    }
    String note =
        "\n[cut: %d of %d bytes left out; ask for less to see the rest]"
            .formatted(total - kept, total);
    return new Cut(text.substring(0, end) + note, total - kept, total);
  }

  private static int utf8Length(int codePoint) {
    // A half surrogate is written as one byte, a question mark.
    if (codePoint < 0x80 || (codePoint >= 0xD800 && codePoint <= 0xDFFF)) {
      return 1;
    }
    return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  private static boolean hasText(Map<?, ?> block) {
    Map<?, ?> holder = block.get("resource") instanceof Map<?, ?> resource ? resource : block;
    return holder.get("text") instanceof String text && !text.isBlank();
  }

  private static String ofBlock(Map<?, ?> block) {
    String type = string(block.get("type"), "block");
    if (block.get("text") instanceof String text) {
      return text;
    }
    if (block.get("resource") instanceof Map<?, ?> resource) {
      String named = "%s %s".formatted(type, string(resource.get("uri"), "")).strip();
      return resource.get("text") instanceof String text
          ? "[%s]\n%s".formatted(named, text)
          : note(named, resource.get("mimeType"), resource.get("blob"));
    }
    if (block.get("uri") instanceof String uri) {
      return note(
          "%s %s %s".formatted(type, string(block.get("name"), ""), uri).replace("  ", " "),
          block.get("mimeType"),
          null);
    }
    return note(type, block.get("mimeType"), block.get("data"));
  }

  private static String note(String what, @Nullable Object mimeType, @Nullable Object base64) {
    StringBuilder note = new StringBuilder("[").append(what);
    if (mimeType instanceof String type) {
      note.append(", ").append(type);
    }
    if (base64 instanceof String data) {
      note.append(", ").append(decodedLength(data)).append(" bytes, not shown");
    }
    return note.append(']').toString();
  }

  private static long decodedLength(String base64) {
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    return Math.max(0, base64.length() * 3L / 4 - padding);
  }

  private static String string(@Nullable Object value, String otherwise) {
    return value instanceof String text ? text : otherwise;
  }
}
