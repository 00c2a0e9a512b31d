package io.outlast.agent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.model.Model;
import io.outlast.model.ModelReply;
import io.outlast.model.ModelRequest;
import io.outlast.model.Models;
import io.outlast.run.RunEvent;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.outlast.tool.ToolSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks the model of an agent, and writes down that it was asked. */
final class ModelTurns {

  private final Models models;
  private final @Nullable String defaultModel;
  private final ObservationRegistry observations;

  ModelTurns(Models models, @Nullable String defaultModel, ObservationRegistry observations) {
    this.models = models;
    this.defaultModel = defaultModel;
    this.observations = observations;
  }

  CompletableFuture<Void> prepared() {
    return models.prepared();
  }

  Optional<Model> of(AgentSpec agent) {
    return models.find(nameFor(agent));
  }

  /** The configured name of the agent's model; empty when neither it nor the default names one. */
  String nameFor(AgentSpec agent) {
    String own = agent.model();
    if (own != null) {
      return own;
    }
    return defaultModel == null ? "" : defaultModel;
  }

  String missing(AgentSpec agent) {
    String name = nameFor(agent);
    String known =
        models.list().stream().map(Models.ModelInfo::name).collect(Collectors.joining(", "));
    String wanted =
        name.isEmpty()
            ? "Agent " + agent.name() + " names no model and there is no outlast.default-model"
            : "Agent " + agent.name() + " uses the model '" + name + "', which is not configured";
    return wanted + "; models are: " + (known.isEmpty() ? "none" : known);
  }

  ModelReply ask(
      Model model,
      RunSession session,
      Conversation conversation,
      int turn,
      List<ToolSpec> offered) {
    int messages = conversation.messages().size();
    session
        .log()
        .note(
            List.of(
                new RunEvent.TurnStarted(turn),
                new RunEvent.ModelStarted(
                    turn, nameFor(session.agent()), messages, offered.size())),
            RunUsage.NONE);
    Map<String, String> headers = new HashMap<>();
    Observation span = Spans.chat(observations, session, nameFor(session.agent()), turn, headers);
    return span.observe(() -> {
      ModelReply reply = model.ask(request(session, conversation, turn, offered, headers));
      Spans.ended(span, reply);
      return reply;
    });
  }

  private static ModelRequest request(
      RunSession session,
      Conversation conversation,
      int turn,
      List<ToolSpec> offered,
      Map<String, String> headers) {
    RunLimits limits = session.run().limits();
    return new ModelRequest(
        session.agent().prompt(),
        conversation.messages(),
        offered,
        limits.modelTimeout().value(),
        Math.max(1, limits.modelAttempts().value()),
        session.budget(),
        session.cancel(),
        Map.copyOf(headers),
        session.agent().script(),
        (attempt, delay, reason) ->
            session
                .log()
                .note(new RunEvent.ModelRetrying(turn, attempt, delay.toString(), reason)));
  }
}
