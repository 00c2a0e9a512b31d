package io.outlast.model;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes answers of servers that only resemble OpenAI's readable for its SDK. */
final class OpenAiRepair {

  private OpenAiRepair() {}

  static void apply(ObjectNode answer) {
    textual(answer, "id", "");
    textual(answer, "model", "");
    number(answer, "created", 0);
    if (answer.path("choices") instanceof ArrayNode choices) {
      for (int i = 0; i < choices.size(); i++) {
        if (choices.get(i) instanceof ObjectNode choice) {
          choice(choice, i);
        }
      }
    }
    if (answer.path("usage") instanceof ObjectNode usage) {
      number(usage, "prompt_tokens", 0);
      number(usage, "completion_tokens", 0);
      number(usage, "total_tokens", 0);
    } else {
      answer.remove("usage");
    }
  }

  private static void choice(ObjectNode choice, int index) {
    number(choice, "index", index);
    if (choice.path("message") instanceof ObjectNode message) {
      if (message.path("content").isArray()) {
        message.put("content", OpenAiDialect.text(message.path("content")));
      }
      boolean calls = message.path("tool_calls") instanceof ArrayNode list && !list.isEmpty();
      textual(choice, "finish_reason", calls ? "tool_calls" : "stop");
      message.path("tool_calls").forEach(OpenAiRepair::call);
    }
  }

  private static void call(JsonNode node) {
    if (node instanceof ObjectNode call) {
      textual(call, "id", "");
      textual(call, "type", "function");
      if (call.path("function") instanceof ObjectNode function) {
        textual(function, "name", "");
        JsonNode arguments = function.path("arguments");
        textual(function, "arguments", arguments.isContainer() ? arguments.toString() : "");
      }
    }
  }

  private static void textual(ObjectNode object, String member, String otherwise) {
    if (!object.path(member).isString()) {
      object.put(member, otherwise);
    }
  }

  private static void number(ObjectNode object, String member, long otherwise) {
    if (!object.path(member).isIntegralNumber()) {
      object.put(member, otherwise);
    }
  }
}
