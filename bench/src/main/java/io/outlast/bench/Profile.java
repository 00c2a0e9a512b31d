package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where a process spent its processor time, in percent of the samples of a flight recording. */
final class Profile {

  /** The first that a stack has a frame of, from the top, gets the sample. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("org.h2.", "database (H2)");
    PARTS.put("org.postgresql.", "database driver");
    PARTS.put("com.zaxxer.", "connection pool");
    PARTS.put("okhttp3.", "model client");
    PARTS.put("com.openai.", "model client");
    PARTS.put("org.springframework.ai.", "model client");
    PARTS.put("io.modelcontextprotocol.", "MCP SDK");
    PARTS.put("com.github.kagkarlsson.", "queue");
    PARTS.put("org.springframework.jdbc.", "Spring JDBC");
    PARTS.put("org.springframework.transaction.", "Spring JDBC");
    PARTS.put("io.outlast.", "Outlast");
    PARTS.put("org.springframework.", "Spring web and others");
    PARTS.put("org.apache.", "web server");
    PARTS.put("jdk.internal.net.http.", "HTTP client");
  }

  private Profile() {}

  static JsonObject of(Path recording) {
    Map<String, Integer> samples = new LinkedHashMap<>();
    int all = 0;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals("jdk.ExecutionSample") && event.getStackTrace() != null) {
          samples.merge(part(event), 1, Integer::sum);
          all++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    JsonObject shares = new JsonObject();
    int total = Math.max(1, all);
    samples.entrySet().stream()
        .sorted((a, b) -> b.getValue() - a.getValue())
        .forEach(part -> shares.put(part.getKey(), Math.round(part.getValue() * 1000.0 / total) / 10.0));
    return shares;
  }

  private static String part(RecordedEvent event) {
    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
      String type = frame.getMethod().getType().getName();
      for (Map.Entry<String, String> part : PARTS.entrySet()) {
        if (type.startsWith(part.getKey())) {
          return part.getValue();
        }
      }
    }
    return "JDK and others";
  }
}
