package io.outlast.model;

import io.outlast.control.CancelReason;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Plays the agent's own script, without any network: the turn is found by counting the model's
 * turns in the conversation, the last one is played for ever. Thread-safe and without state.
 */
final class ScriptedModel implements Model {

  private final ModelMeter meter;

  ScriptedModel(ModelMeter meter) {
    this.meter = meter;
  }

  @Override
  public ModelReply ask(ModelRequest request) {
    List<ScriptTurn> script = request.script();
    if (script == null || script.isEmpty()) {
      return failed("the agent has no script, and its model only plays scripts");
    }
    long played = request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    int turn = (int) Math.min(played, script.size() - 1);
    long started = System.nanoTime();
    ModelReply reply = play(request, script.get(turn), played + 1);
    meter.record(outcome(reply), started);
    return reply;
  }

  private static ModelReply play(ModelRequest request, ScriptTurn turn, long number) {
    AttemptLimit limit = AttemptLimit.of(request.timeout(), request.budget());
    boolean inTime = turn.delay().compareTo(limit.length()) < 0;
    try {
      if (!Pause.of(inTime ? turn.delay() : limit.length(), request.cancel())
          || request.cancel().isCancelled()) {
        return request.cancel().reason() == CancelReason.RUN_TIMEOUT
            ? new ModelReply.TimedOut(true, limit.length())
            : new ModelReply.Cancelled();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new ModelReply.Cancelled();
    }
    return inTime
        ? answer(turn, number, ScriptQuotes.of(request.messages()))
        : new ModelReply.TimedOut(limit.byBudget(), limit.length());
  }

  private static ModelReply answer(ScriptTurn turn, long number, ScriptQuotes quotes) {
    String text = turn.text() == null ? "" : quotes.fill(turn.text());
    if (text.isBlank() && turn.calls().isEmpty()) {
      return failed("turn " + number + " of the script says nothing and calls nothing");
    }
    List<ModelToolCall> calls = new ArrayList<>();
    for (ScriptTurn.Call call : turn.calls()) {
      String id = "call_" + number + "_" + (calls.size() + 1);
      String arguments = JsonMapper.shared().writeValueAsString(quotes.filled(call.args()));
      calls.add(new ModelToolCall(id, call.tool(), arguments));
    }
    return new ModelReply.Answer(text, List.copyOf(calls), ModelReply.Usage.NONE);
  }

  private static ModelReply.Failed failed(String message) {
    return new ModelReply.Failed(ModelReply.Kind.ERROR, null, message);
  }

  private static Outcome outcome(ModelReply reply) {
    return switch (reply) {
      case ModelReply.Answer answer -> new Outcome.Answered(answer);
      case ModelReply.Failed failed ->
          new Outcome.Failed(Trouble.lasting(null, failed.message(), "script"));
      case ModelReply.TimedOut _ -> new Outcome.OutOfTime();
      case ModelReply.Cancelled _ -> new Outcome.Stopped();
    };
  }
}
