package io.outlast.journal;

import io.outlast.run.RunId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Results too long for a row: compressed, and cut into parts that both databases take as plain
 * binary columns. Used within a transaction.
 */
final class LongResults {

  private static final int LONGEST_IN_ROW = 16 * 1024;
  private static final int PART = 512 * 1024;

  private final JdbcClient jdbc;

  LongResults(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  static boolean isLong(@Nullable String result) {
    return result != null && result.length() > LONGEST_IN_ROW;
  }

  void keep(RunId id, String callId, String result) {
    byte[] compressed = compress(result);
    for (int part = 0; part * PART < compressed.length; part++) {
      int from = part * PART;
      jdbc.sql(
              "insert into tool_result_part (call_id, part, run_id, data) values (:call, :part, :run,"
                  + " :data)")
          .param("call", callId)
          .param("part", part)
          .param("run", id.value())
          .param(
              "data",
              Arrays.copyOfRange(compressed, from, Math.min(from + PART, compressed.length)))
          .update();
    }
  }

  /** The long results of a run by the ids of their calls. */
  Map<String, String> of(RunId id) {
    return read("run_id = :id", id.value());
  }

  @Nullable String of(String callId) {
    return read("call_id = :id", callId).get(callId);
  }

  private Map<String, String> read(String condition, String id) {
    Map<String, List<byte[]>> parts = new LinkedHashMap<>();
    jdbc.sql(
            "select call_id, data from tool_result_part where "
                + condition
                + " order by call_id, part")
        .param("id", id)
        .query(row -> {
          parts
              .computeIfAbsent(row.getString("call_id"), call -> new ArrayList<>())
              .add(row.getBytes("data"));
        });
    Map<String, String> results = new HashMap<>();
    parts.forEach((call, data) -> results.put(call, expand(data)));
    return results;
  }

  private static byte[] compress(String text) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  private static String expand(List<byte[]> parts) {
    var streams = parts.stream().map(ByteArrayInputStream::new).toList();
    try (GZIPInputStream in =
        new GZIPInputStream(new SequenceInputStream(Collections.enumeration(streams)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
