package io.outlast.agent;

import io.outlast.journal.Step;
import io.outlast.run.CallId;
import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import io.outlast.run.ToolCallRecord.CallDeadline;
import io.outlast.run.ToolCallRecord.CallError;
import io.outlast.tool.Delivery;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolCallStatus;
import io.outlast.tool.ToolDeadline;
import io.outlast.tool.ToolError;
import io.outlast.tool.ToolOutcome;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Turns calls and their outcomes into what the journal stores. Pure. */
final class CallRecords {

  /** The longest result that is kept whole, in characters of JSON. */
  static final int LONGEST_KEPT = 8 * 1024 * 1024;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private CallRecords() {}

  static ToolCallRecord dispatched(
      TurnCalls calls, RunEvent.Call call, ToolSpec tool, ToolDeadline deadline, Instant now) {
    return record(calls, call, tool, stored(deadline), now);
  }

  /** A call that is not going to be dispatched. */
  static ToolCallRecord refused(
      TurnCalls calls, RunEvent.Call call, @Nullable ToolSpec tool, Instant now) {
    return record(calls, call, tool, null, now);
  }

  static Step dispatch(ToolCallRecord record, ToolDeadline deadline, boolean isNew) {
    Map<String, @Nullable String> limits = new LinkedHashMap<>();
    limits.put("value", deadline.value().toString());
    limits.put("source", deadline.source());
    limits.put("cappedBy", deadline.cappedBy());
    limits.put("requested", text(deadline.requested()));
    RunEvent event =
        new RunEvent.ToolDispatched(
            record.id(), record.modelCallId(), ref(record).server(), record.tool(), limits);
    return isNew
        ? new Step(List.of(event), List.of(record), List.of(), new RunUsage(0, 1, 0, 0))
        : Step.of(List.of(event), RunUsage.NONE);
  }

  static ToolCallRecord ended(
      ToolCallRecord record, ToolOutcome outcome, ToolResultTexts texts, Instant now) {
    ToolError error = outcome.error();
    return new ToolCallRecord(
        record.id(),
        record.seq(),
        record.turn(),
        record.exposedName(),
        record.server(),
        record.tool(),
        record.modelCallId(),
        record.arguments(),
        outcome.status().wireName(),
        record.effect(),
        outcome.delivery().wireName(),
        record.deadline(),
        outcome.attempts(),
        record.startedAt(),
        now,
        Duration.between(record.startedAt(), now).toMillis(),
        false,
        error == null ? null : new CallError(error.code().wireName(), texts.cut(error.message())),
        stored(outcome.result(), texts));
  }

  /** The limits that were fixed when the call was first dispatched, with the idle limit of now. */
  static ToolDeadline fixed(ToolCallRecord record, ToolDeadline now) {
    CallDeadline stored = record.deadline();
    return stored == null
        ? now
        : new ToolDeadline(
            Duration.parse(stored.value()),
            stored.source(),
            stored.requested() == null ? null : Duration.parse(stored.requested()),
            stored.cappedBy(),
            now.idle(),
            now.idleSource());
  }

  static RunEvent finished(ToolCallRecord ended) {
    return new RunEvent.ToolFinished(
        ended.id(),
        ended.modelCallId(),
        ended.server(),
        ended.tool(),
        ended.status(),
        ended.error() == null ? null : ended.error().code(),
        ended.durationMs());
  }

  static ToolRef ref(ToolCallRecord record) {
    return new ToolRef(record.server() == null ? "" : record.server(), record.tool());
  }

  static Effect effect(ToolCallRecord record) {
    return Arrays.stream(Effect.values())
        .filter(effect -> effect.wireName().equals(record.effect()))
        .findFirst()
        .orElse(Effect.SIDE_EFFECTING);
  }

  private static ToolCallRecord record(
      TurnCalls calls,
      RunEvent.Call call,
      @Nullable ToolSpec tool,
      @Nullable CallDeadline deadline,
      Instant now) {
    return new ToolCallRecord(
        CallId.create(),
        0,
        calls.turn().number(),
        call.name(),
        tool == null ? null : tool.ref().server(),
        tool == null ? call.name() : tool.ref().tool(),
        call.id(),
        call.arguments(),
        ToolCallStatus.DISPATCHED.wireName(),
        tool == null ? null : tool.effect().wireName(),
        Delivery.NOT_SENT.wireName(),
        deadline,
        0,
        now,
        null,
        null,
        false,
        null,
        null);
  }

  private static @Nullable String stored(
      @Nullable Map<String, Object> result, ToolResultTexts texts) {
    if (result == null) {
      return null;
    }
    String json = JSON.writeValueAsString(result);
    if (json.length() <= LONGEST_KEPT) {
      return json;
    }
    return JSON.writeValueAsString(texts.shortened(result, LONGEST_KEPT));
  }

  private static CallDeadline stored(ToolDeadline deadline) {
    return new CallDeadline(
        deadline.value().toString(),
        deadline.source(),
        deadline.cappedBy(),
        text(deadline.requested()));
  }

  private static @Nullable String text(@Nullable Duration duration) {
    return duration == null ? null : duration.toString();
  }
}
