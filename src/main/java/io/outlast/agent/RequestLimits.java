package io.outlast.agent;

import io.outlast.settings.Durations;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.LimitOverrides.ToolOverride;
import io.outlast.settings.Limits;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the {@code limits} of a request: the nearest layer, in the API's spelling. */
public final class RequestLimits {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final List<String> NAMES =
      List.of(
          "runTimeout",
          "queueTimeout",
          "modelTimeout",
          "modelAttempts",
          "toolTimeout",
          "toolIdleTimeout",
          "requestedTimeoutGrace",
          "maxTurns",
          "maxToolCalls",
          "maxTotalTokens",
          "maxResultBytes",
          "parallelToolCalls",
          "toolsConfig");

  private final String path;
  private final JsonNode node;
  private final BiConsumer<String, String> problems;

  private RequestLimits(String path, JsonNode node, BiConsumer<String, String> problems) {
    this.path = path;
    this.node = node;
    this.problems = problems;
  }

  /** Reads what was stored with a run; it was checked when the run was accepted. */
  public static LimitOverrides read(String stored) {
    return parse(JSON.readTree(stored), (field, problem) -> {});
  }

  /**
   * Reads a request's limits.
   *
   * @param problems hears of each bad field and what is wrong with it; the result then lacks it
   */
  public static LimitOverrides parse(JsonNode limits, BiConsumer<String, String> problems) {
    return new RequestLimits("limits", limits, problems).overrides();
  }

  /** Says which of the requested limits are above what the configuration allows. */
  public static void checkMaxima(
      LimitOverrides request, Limits global, BiConsumer<String, String> problems) {
    Duration wanted = request.runTimeout();
    Duration most = global.maxRunTimeout();
    if (wanted != null && !most.isZero() && (wanted.isZero() || wanted.compareTo(most) > 0)) {
      problems.accept(
          "limits.runTimeout",
          "is above the maximum of " + most + " (outlast.limits.max-run-timeout)");
    }
  }

  private LimitOverrides overrides() {
    refuseUnknown(NAMES);
    return new LimitOverrides(
        duration("runTimeout"),
        duration("queueTimeout"),
        duration("modelTimeout"),
        integer("modelAttempts", 1),
        duration("toolTimeout"),
        duration("toolIdleTimeout"),
        duration("requestedTimeoutGrace"),
        integer("maxTurns", 0),
        integer("maxToolCalls", 0),
        whole("maxTotalTokens", 0, Long.MAX_VALUE),
        value("maxResultBytes", RequestLimits::size),
        integer("parallelToolCalls", 0),
        tools());
  }

  private Map<String, ToolOverride> tools() {
    Map<String, ToolOverride> tools = new HashMap<>();
    JsonNode given = node.path("toolsConfig");
    if (given.isMissingNode() || given.isNull()) {
      return tools;
    }
    if (!given.isObject()) {
      problems.accept(path + ".toolsConfig", "must be an object such as {\"server:tool\": {...}}");
      return tools;
    }
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      String place = path + ".toolsConfig." + entry.getKey();
      int colon = entry.getKey().indexOf(':');
      if (colon < 1 || colon == entry.getKey().length() - 1 || !entry.getValue().isObject()) {
        problems.accept(place, "must be an entry such as \"server:tool\": {\"timeout\": \"30s\"}");
        continue;
      }
      if (entry.getKey().indexOf('*') >= 0) {
        problems.accept(place, "must name one tool; limits.toolTimeout is for all of them");
        continue;
      }
      RequestLimits tool = new RequestLimits(place, entry.getValue(), problems);
      tool.refuseUnknown(List.of("timeout", "idleTimeout"));
      tools.put(
          entry.getKey(), new ToolOverride(tool.duration("timeout"), tool.duration("idleTimeout")));
    }
    return tools;
  }

  private void refuseUnknown(List<String> known) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!known.contains(field.getKey())) {
        problems.accept(
            path + "." + field.getKey(),
            "is not a known limit; known are " + String.join(", ", known));
      }
    }
  }

  private @Nullable Duration duration(String name) {
    return value(name, value -> Durations.parse(value.asString()));
  }

  private @Nullable Integer integer(String name, int least) {
    Long value = whole(name, least, Integer.MAX_VALUE);
    return value == null ? null : value.intValue();
  }

  private @Nullable Long whole(String name, long least, long most) {
    return value(
        name,
        given -> {
          if (!given.isNumber()) {
            throw new IllegalArgumentException("must be a whole number");
          }
          BigDecimal number = given.decimalValue();
          if (number.stripTrailingZeros().scale() > 0
              || number.compareTo(BigDecimal.valueOf(least)) < 0
              || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                "must be a whole number from " + least + " to " + most);
          }
          return number.longValueExact();
        });
  }

  private static DataSize size(JsonNode value) {
    DataSize size = DataSize.parse(value.asString());
    if (size.isNegative()) {
      throw new IllegalArgumentException("must not be negative");
    }
    return size;
  }

  private <T> @Nullable T value(String name, Function<JsonNode, T> reader) {
    JsonNode given = node.path(name);
    if (given.isMissingNode() || given.isNull()) {
      return null;
    }
    try {
      if (!given.isString() && !given.isNumber()) {
        throw new IllegalArgumentException("must be a text or a number");
      }
      return reader.apply(given);
    } catch (ArithmeticException e) {
      problems.accept(path + "." + name, "is too large");
      return null;
    } catch (IllegalArgumentException e) {
      problems.accept(path + "." + name, String.valueOf(e.getMessage()));
      return null;
    }
  }
}
