package io.outlast.api;

import io.outlast.agent.NamedTools;
import io.outlast.agent.RequestLimits;
import io.outlast.api.ApiProblem.FieldProblem;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Limits;
import io.outlast.tool.ToolSource;
import io.outlast.webhook.Webhooks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads the body of {@code POST /v1/runs} and names every bad field of it. Thread-safe. */
final class RunSubmissionReader {

  private static final List<String> FIELDS =
      List.of("agent", "input", "metadata", "limits", "startAfter", "webhook");
  private static final int LONGEST_URL = 2000;
  private static final int MOST_LABELS = 50;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_VALUE = 2000;

  /** Parts of the parser's messages that speak of the parser. */
  private static final Pattern PARSER_SETTINGS =
      Pattern.compile("\\s*(\\(start marker|: enable `).*");

  /** Nobody corrects more than that at once. */
  static final int MOST_PROBLEMS = 50;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final Limits limits;
  private final ToolSource tools;
  private final Webhooks webhooks;

  RunSubmissionReader(Limits limits, ToolSource tools, Webhooks webhooks) {
    this.limits = limits;
    this.tools = tools;
    this.webhooks = webhooks;
  }

  RunSubmission read(byte[] body) {
    return new Reading(object(body, "{\"agent\": \"hello\", \"input\": \"Hi\"}")).submission();
  }

  /** The reason of a cancel request, whose body may be missing. */
  static @Nullable String reason(byte @Nullable [] body) {
    if (body == null || isNothing(body)) {
      return null;
    }
    JsonNode node = object(body, "{\"reason\": \"not needed any more\"}");
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!field.getKey().equals("reason")) {
        throw ApiProblem.invalid(field.getKey(), "is not a known field; known is reason");
      }
    }
    JsonNode reason = node.path("reason");
    if (reason.isMissingNode() || reason.isNull()) {
      return null;
    }
    if (!reason.isString()) {
      throw ApiProblem.invalid("reason", "must be a text");
    }
    String problem = Text.problem(reason.asString());
    if (problem != null) {
      throw ApiProblem.invalid("reason", problem);
    }
    return reason.asString();
  }

  /** Some clients send {@code null} where they have no body. */
  static boolean isNothing(byte[] body) {
    return body.length == 0
        || body.length == 4 && new String(body, StandardCharsets.UTF_8).equals("null");
  }

  static JsonNode object(byte[] body, String example) {
    JsonNode node;
    try {
      node = JSON.readTree(body);
    } catch (JacksonException e) {
      throw new ApiProblem(
          HttpStatus.BAD_REQUEST,
          "invalid_json",
          "The body is not valid JSON: " + Text.quotable(what(e)));
    }
    if (!node.isObject()) {
      throw new ApiProblem(
          HttpStatus.BAD_REQUEST,
          "invalid_request",
          "The body must be a JSON object such as " + example + ".");
    }
    return node;
  }

  /** What the parser says; its other layers speak of their own settings. */
  private static String what(JacksonException e) {
    return switch (e) {
      case StreamConstraintsException limit ->
          "it is nested too deeply, or holds a number or a name that is too long";
      case StreamReadException read ->
          PARSER_SETTINGS.matcher(read.getOriginalMessage()).replaceAll("");
      default -> "something follows after its end";
    };
  }

  /** One body. */
  private final class Reading {

    private final JsonNode body;
    private final List<FieldProblem> problems = new ArrayList<>();

    Reading(JsonNode body) {
      this.body = body;
    }

    RunSubmission submission() {
      for (Map.Entry<String, JsonNode> field : body.properties()) {
        if (!FIELDS.contains(field.getKey())) {
          problem(field.getKey(), "is not a known field; known are " + String.join(", ", FIELDS));
        }
      }
      RunSubmission submission =
          new RunSubmission(
              text("agent"),
              text("input"),
              metadata(),
              overrides(),
              has("limits") ? body.path("limits").toString() : "{}",
              startAfter(),
              webhook());
      if (!problems.isEmpty()) {
        throw ApiProblem.invalid(problems);
      }
      return submission;
    }

    private String text(String field) {
      if (!has(field)) {
        problem(field, "is missing");
        return "";
      }
      if (!body.path(field).isString()) {
        problem(field, "must be a text");
        return "";
      }
      String text = body.path(field).asString();
      String problem = text.isBlank() ? "must not be empty" : Text.problem(text);
      if (problem != null) {
        problem(field, problem);
      }
      return text;
    }

    private Map<String, String> metadata() {
      Map<String, String> labels = new LinkedHashMap<>();
      if (!has("metadata")) {
        return labels;
      }
      JsonNode given = body.path("metadata");
      if (!given.isObject()) {
        problem("metadata", "must be an object of texts such as {\"team\": \"red\"}");
        return labels;
      }
      if (given.size() > MOST_LABELS) {
        problem("metadata", "has more than " + MOST_LABELS + " entries");
      }
      for (Map.Entry<String, JsonNode> label : given.properties()) {
        String problem = labelProblem(label.getKey(), label.getValue());
        if (problem == null) {
          labels.put(label.getKey(), label.getValue().asString());
        } else {
          problem("metadata." + label.getKey(), problem);
        }
      }
      return labels;
    }

    private @Nullable String labelProblem(String name, JsonNode value) {
      if (name.isBlank() || name.length() > LONGEST_NAME) {
        return "must have a name of 1 to " + LONGEST_NAME + " characters";
      }
      if (!value.isString()) {
        return "must be a text";
      }
      if (value.asString().length() > LONGEST_VALUE) {
        return "must not be longer than " + LONGEST_VALUE + " characters";
      }
      String problem = Text.problem(name);
      return problem != null ? problem : Text.problem(value.asString());
    }

    private LimitOverrides overrides() {
      JsonNode given = has("limits") ? body.path("limits") : JsonNodeFactory.instance.objectNode();
      if (!given.isObject()) {
        problem("limits", "must be an object such as {\"toolTimeout\": \"30s\"}");
        return LimitOverrides.NONE;
      }
      LimitOverrides overrides = RequestLimits.parse(given, this::problem);
      RequestLimits.checkMaxima(overrides, limits, this::problem);
      NamedTools known = NamedTools.of(tools);
      for (String tool : overrides.toolsConfig().keySet()) {
        known
            .problem(tool)
            .ifPresent(it -> problem("limits.toolsConfig." + tool, Text.quotable(it)));
      }
      return overrides;
    }

    private @Nullable Instant startAfter() {
      if (!has("startAfter")) {
        return null;
      }
      JsonNode given = body.path("startAfter");
      Optional<Instant> instant =
          given.isString() ? Instants.parse(given.asString()) : Optional.empty();
      if (instant.isEmpty()) {
        problem("startAfter", Instants.WANTED);
      }
      return instant.orElse(null);
    }

    private @Nullable String webhook() {
      if (!has("webhook")) {
        return null;
      }
      JsonNode given = body.path("webhook");
      String url = given.isString() ? given.asString() : "";
      String problem =
          url.isEmpty() || url.length() > LONGEST_URL
              ? "must be a URL of at most " + LONGEST_URL + " characters"
              : webhooks.problem(url);
      if (problem != null) {
        problem("webhook", problem);
      }
      return url;
    }

    private boolean has(String field) {
      return body.has(field) && !body.path(field).isNull();
    }

    private void problem(String field, String message) {
      if (problems.size() < MOST_PROBLEMS) {
        problems.add(new FieldProblem(field, message));
      }
    }
  }
}
