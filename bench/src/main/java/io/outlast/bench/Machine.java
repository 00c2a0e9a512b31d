package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where, and with what, it was measured. */
final class Machine {

  private Machine() {}

  static JsonObject json() {
    return new JsonObject()
        .put("cores", Runtime.getRuntime().availableProcessors())
        .put("processor", line("/proc/cpuinfo", "model name").replaceFirst("^.*?:\\s*", ""))
        .put("memoryGb", Math.round(Long.parseLong("0" + line("/proc/meminfo", "MemTotal").replaceAll("\\D", "")) / 1048576.0))
        .put("java", Runtime.version().toString())
        .put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .put("peers", PeerProcess.versions());
  }

  private static String line(String file, String key) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines.filter(line -> line.startsWith(key)).findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
