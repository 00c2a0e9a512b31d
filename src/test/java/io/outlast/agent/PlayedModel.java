package io.outlast.agent;

import io.outlast.model.Message;
import io.outlast.model.Model;
import io.outlast.model.ModelReply;
import io.outlast.model.ModelRequest;
import io.outlast.model.ModelToolCall;
import io.outlast.model.Models;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A model that plays turn n when the conversation holds n of its answers, the last for ever. */
public final class PlayedModel implements Model, Models {

  final List<ModelRequest> asked = new CopyOnWriteArrayList<>();
  private final List<ModelReply> turns;

  public PlayedModel(ModelReply... turns) {
    this.turns = Arrays.asList(turns);
  }

  public static ModelReply says(String text) {
    return new ModelReply.Answer(text, List.of(), new ModelReply.Usage(10, 5));
  }

  public static ModelReply calls(ModelToolCall... calls) {
    return new ModelReply.Answer("", List.of(calls), new ModelReply.Usage(10, 5));
  }

  public static ModelToolCall call(String id, String tool, String arguments) {
    return new ModelToolCall(id, "srv__" + tool, arguments);
  }

  @Override
  public ModelReply ask(ModelRequest request) {
    asked.add(request);
    long said = request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    return turns.get((int) Math.min(said, turns.size() - 1));
  }

  /** The results the model was given for its last turn, as {@code id=text}. */
  List<String> lastToldResults() {
    return ((Message.ToolResults) asked.getLast().messages().getLast())
        .results().stream().map(result -> result.callId() + "=" + result.text()).toList();
  }

  @Override
  public Optional<Model> find(String name) {
    return Optional.of(this);
  }

  @Override
  public List<ModelInfo> list() {
    return List.of();
  }

  @Override
  public ModelCheck check(String name, Duration timeout) {
    return new ModelCheck(true, "played");
  }
}
