package io.outlast.agent;

import io.outlast.settings.LimitOverrides;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Layers of limits, as a request has them. */
public final class LimitLayers {

  private LimitLayers() {}

  /** With a time of one second for each of these tools, each as {@code server:tool}. */
  public static LimitOverrides ofTools(String... tools) {
    String json =
        Stream.of(tools)
            .map(tool -> "\"" + tool + "\": {\"timeout\": \"1s\"}")
            .collect(Collectors.joining(", ", "{\"toolsConfig\": {", "}}"));
    return RequestLimits.parse(
        JsonMapper.shared().readTree(json),
        (place, problem) -> {
          throw new IllegalArgumentException(place + " " + problem);
        });
  }
}
