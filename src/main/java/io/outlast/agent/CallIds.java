package io.outlast.agent;

import io.outlast.model.ModelToolCall;
import io.outlast.run.RunEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes the ids of a conversation's tool calls unique: providers refuse ids that are empty, shared
 * or repeated across turns. Ids that are fine stay as the model gave them. Not thread-safe.
 */
final class CallIds {

  private final Set<String> used = new HashSet<>();

  void know(RunEvent.Call call) {
    used.add(call.id());
  }

  List<RunEvent.Call> unique(int turn, List<ModelToolCall> calls) {
    List<RunEvent.Call> named = new ArrayList<>();
    for (ModelToolCall call : calls) {
      String given = call.id().isBlank() ? "call_t" + turn : call.id();
      String id = given;
      for (int i = 2; !used.add(id); i++) {
        id = given + "_" + i;
      }
      named.add(new RunEvent.Call(id, call.name(), call.arguments()));
    }
    return named;
  }
}
