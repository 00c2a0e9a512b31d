package io.outlast.bench.report;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Writes results into the tables and charts of {@code performance.md}, between markers that name them; what stands beside the markers is kept. */
public final class Report {

  private static final Map<String, BiFunction<JsonObject, Charts, String>> BLOCKS = new LinkedHashMap<>();

  static {
    BLOCKS.put("machine", (results, charts) -> Blocks.machine(results));
    BLOCKS.put("short", Blocks::shortRuns);
    BLOCKS.put("waiting", Blocks::waiting);
    BLOCKS.put("hung", Blocks::hung);
    BLOCKS.put("reconnect", (results, charts) -> MoreBlocks.reconnect(results));
    BLOCKS.put("fan-out", (results, charts) -> MoreBlocks.fanOut(results));
    BLOCKS.put("queued", (results, charts) -> MoreBlocks.queued(results));
    BLOCKS.put("replicas", (results, charts) -> MoreBlocks.replicas(results));
    BLOCKS.put("start", (results, charts) -> StartBlock.start(results));
    BLOCKS.put("micro", (results, charts) -> MoreBlocks.micro(results));
    BLOCKS.put("soak", MoreBlocks::soak);
  }

  private Report() {}

  /** Charts go beside the page. */
  record Charts(Path dir) {

    /** Returns the line that shows it, or nothing for an empty one. */
    String put(String name, String alt, String svg) {
      if (svg.isEmpty()) {
        return "";
      }
      try {
        Files.writeString(dir.resolve("performance-" + name + ".svg"), svg);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return "\n![" + alt + "](performance-" + name + ".svg)\n";
    }
  }

  /** Blocks without results, and those that nobody here knows, stay as they are. */
  public static void write(JsonObject results, Path docs) throws IOException {
    Path page = docs.resolve("performance.md");
    String text = Files.readString(page);
    for (Map.Entry<String, BiFunction<JsonObject, Charts, String>> block : BLOCKS.entrySet()) {
      String begin = "<!-- bench:" + block.getKey() + " -->\n";
      String end = "<!-- /bench:" + block.getKey() + " -->";
      int from = text.indexOf(begin);
      int to = text.indexOf(end);
      String written = block.getValue().apply(results, new Charts(docs));
      if (from >= 0 && to > from && !written.isBlank()) {
        text = text.substring(0, from + begin.length()) + written + text.substring(to);
      }
    }
    Files.writeString(page, text);
  }
}
