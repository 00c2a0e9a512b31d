package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.Conversations;
import io.outlast.model.Message;
import io.outlast.run.Run;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Shows conversations. */
@Component
public final class Transcripts {

  private final Conversations conversations;
  private final AgentCatalog agents;

  Transcripts(Conversations conversations, AgentCatalog agents) {
    this.conversations = conversations;
    this.agents = agents;
  }

  public TranscriptView of(Run run) {
    List<TranscriptView.Entry> entries = new ArrayList<>();
    for (Message message : conversations.of(run).transcript()) {
      add(entries, message);
    }
    String system = agents.find(run.agent()).map(agent -> agent.spec().prompt()).orElse(null);
    return new TranscriptView(run.id().value(), run.agent(), system, entries);
  }

  private static void add(List<TranscriptView.Entry> entries, Message message) {
    switch (message) {
      case Message.User user ->
          entries.add(new TranscriptView.Entry("user", user.text(), null, null, null));
      case Message.Assistant assistant ->
          entries.add(
              new TranscriptView.Entry(
                  "assistant",
                  assistant.text(),
                  assistant.toolCalls().isEmpty()
                      ? null
                      : assistant.toolCalls().stream()
                          .map(call ->
                              new TranscriptView.Call(call.id(), call.name(), call.arguments()))
                          .toList(),
                  null,
                  null));
      case Message.ToolResults results ->
          results
              .results()
              .forEach(result ->
                  entries.add(
                      new TranscriptView.Entry(
                          "tool", result.text(), null, result.callId(), result.toolName())));
    }
  }
}
