package io.outlast.web;

import io.outlast.run.ToolCallRecord;
import io.outlast.run.ToolCallRecord.CallDeadline;
import io.outlast.run.ToolCallRecord.CallError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** One tool call in full, with the reasons in words. */
record CallPage(
    String name,
    String status,
    String took,
    @Nullable String effect,
    String delivery,
    int attempts,
    boolean cancelSent,
    List<String> story,
    String arguments,
    @Nullable String told,
    @Nullable String result) {

  private static final int LONGEST = 200_000;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  static CallPage of(ToolCallRecord call) {
    CallError error = call.error();
    return new CallPage(
        call.server() == null ? call.exposedName() : call.server() + "." + call.tool(),
        call.status(),
        call.isFinished() ? Words.between(call.startedAt(), call.endedAt()) : "under way",
        call.effect(),
        call.delivery(),
        call.attempts(),
        call.cancelSent(),
        story(call),
        pretty(call.arguments()),
        error == null ? null : error.message(),
        call.result() == null ? null : pretty(call.result()));
  }

  /** Which limit held, where it came from, and what became of it. */
  private static List<String> story(ToolCallRecord call) {
    List<String> story = new ArrayList<>();
    CallDeadline deadline = call.deadline();
    if (deadline != null) {
      story.add(
          "Its limit was " + Words.limit(deadline.value()) + ", set by " + deadline.source() + ".");
      if (deadline.requested() != null) {
        story.add(
            "The model asked for " + Words.limit(deadline.requested()) + " in the arguments.");
      }
      if (deadline.cappedBy() != null) {
        story.add("It was cut to what was left by " + deadline.cappedBy() + ".");
      }
    }
    CallError error = call.error();
    if (error != null) {
      story.add("It ended with " + error.code() + ".");
    }
    if (call.cancelSent()) {
      story.add("The server was told that the call was given up.");
    }
    return story;
  }

  private static String pretty(String json) {
    String text = json;
    try {
      text = JSON.writeValueAsString(JSON.readTree(json));
    } catch (JacksonException e) {
      // Shown as the model wrote it.
    }
    return text.length() > LONGEST
        ? text.substring(0, LONGEST) + "\n… cut here; the API has all of it"
        : text;
  }
}
