package io.outlast.agent;

import io.outlast.journal.JournalEntry;
import io.outlast.model.Message;
import io.outlast.model.ModelToolCall;
import io.outlast.run.RunEvent;
import io.outlast.run.ToolCallRecord;
import io.outlast.tool.ToolArguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run's conversation as its model sees it: a fold of the journal, to which the loop adds turn by
 * turn. The same journal gives the same messages, also after a restart. Not thread-safe.
 */
public final class Conversation {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private final String input;
  private final ToolResultTexts texts;
  private final List<Turn> turns = new ArrayList<>();
  private final CallIds ids = new CallIds();
  private final Repeats repeats = new Repeats();
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, Interrupted> interrupted = new HashMap<>();

  /** One model answer with the results of its calls by their ids. */
  record Turn(int number, String text, List<RunEvent.Call> calls, Map<String, String> results) {
    boolean isAnswered() {
      return calls.stream().allMatch(call -> results.containsKey(call.id()));
    }
  }

  /**
   * A call that an earlier start dispatched and did not see the end of.
   *
   * @param attempts how often it was dispatched
   */
  record Interrupted(ToolCallRecord call, int attempts) {}

  private Conversation(String input, ToolResultTexts texts) {
    this.input = input;
    this.texts = texts;
    messages.add(new Message.User(input));
  }

  /**
   * Folds what the journal holds.
   *
   * @param maxResultBytes longest tool result that is shown whole; zero for no limit
   */
  public static Conversation fold(
      String input, List<JournalEntry> entries, List<ToolCallRecord> calls, long maxResultBytes) {
    Conversation conversation = new Conversation(input, new ToolResultTexts(maxResultBytes));
    Map<Integer, String> said = new HashMap<>();
    Map<String, String> results = new HashMap<>();
    for (ToolCallRecord call : calls) {
      if (call.isFinished()) {
        results.put(call.modelCallId(), conversation.texts.of(call));
      } else {
        int attempts = (int) entries.stream().filter(entry -> isDispatch(entry, call)).count();
        conversation.interrupted.put(call.modelCallId(), new Interrupted(call, attempts));
      }
    }
    for (JournalEntry entry : entries) {
      if (entry.event() instanceof RunEvent.MessageCompleted message) {
        said.put(message.turn(), message.text());
      }
    }
    for (JournalEntry entry : entries) {
      if (entry.event() instanceof RunEvent.ModelFinished answer) {
        conversation.answered(
            answer.turn(), said.getOrDefault(answer.turn(), ""), answer.toolCalls());
        for (RunEvent.Call call : answer.toolCalls()) {
          Optional.ofNullable(results.get(call.id()))
              .ifPresent(text -> conversation.result(call, text));
        }
        conversation.settle();
      }
    }
    return conversation;
  }

  private static boolean isDispatch(JournalEntry entry, ToolCallRecord call) {
    return entry.event() instanceof RunEvent.ToolDispatched dispatched
        && dispatched.callId().equals(call.id());
  }

  /** All that was said so far, with the results that are there of a turn still under way. */
  public List<Message> transcript() {
    List<Message> said = new ArrayList<>(messages);
    open()
        .ifPresent(turn -> {
          said.add(new Message.Assistant(turn.text(), sendable(turn)));
          List<Message.ToolResult> results =
              turn.calls().stream()
                  .filter(call -> turn.results().containsKey(call.id()))
                  .map(call -> told(turn, call))
                  .toList();
          if (!results.isEmpty()) {
            said.add(new Message.ToolResults(results));
          }
        });
    return said;
  }

  /** What the model is sent. A turn whose calls are not all answered is left out. */
  public List<Message> messages() {
    return List.copyOf(messages);
  }

  int turns() {
    return turns.size();
  }

  /** The last turn, where some of its calls have no result yet. */
  Optional<Turn> open() {
    if (turns.isEmpty() || turns.getLast().isAnswered()) {
      return Optional.empty();
    }
    return Optional.of(turns.getLast());
  }

  /** The last turn's text when it asked for no tools: the final answer. */
  Optional<String> finalAnswer() {
    return turns.isEmpty() || !turns.getLast().calls().isEmpty()
        ? Optional.empty()
        : Optional.of(turns.getLast().text());
  }

  List<RunEvent.Call> unique(int turn, List<ModelToolCall> calls) {
    return ids.unique(turn, calls);
  }

  void answered(int number, String text, List<RunEvent.Call> calls) {
    calls.forEach(ids::know);
    turns.add(new Turn(number, text, List.copyOf(calls), new HashMap<>()));
  }

  void result(RunEvent.Call call, String text) {
    turns.getLast().results().put(call.id(), text);
  }

  /** Calls that an earlier start dispatched and did not see the end of, by the model's call id. */
  Map<String, Interrupted> interrupted() {
    return interrupted;
  }

  ToolResultTexts texts() {
    return texts;
  }

  /** Once every call of the last turn has its result, makes the turn part of the messages. */
  void settle() {
    Turn turn = turns.getLast();
    if (!turn.isAnswered()) {
      return;
    }
    messages.add(new Message.Assistant(turn.text(), sendable(turn)));
    if (!turn.calls().isEmpty()) {
      repeats.turn(turn.calls().stream().map(call -> seen(turn, call)).toList());
      messages.add(
          new Message.ToolResults(turn.calls().stream().map(call -> told(turn, call)).toList()));
    }
  }

  /** How often in a row some call of the last turn has been made with the same result. */
  int longestRepeat() {
    return repeats.longest();
  }

  private Message.ToolResult told(Turn turn, RunEvent.Call call) {
    int streak = repeats.streak(seen(turn, call));
    String text = Objects.requireNonNull(turn.results().get(call.id()));
    String note =
        streak < Repeats.NOTED
            ? ""
            : "\n\n[Note: this same call with the same arguments gave the same result "
                + streak
                + " turns in a row. Calling it again will not change it; do something else or"
                + " answer with what you have.]";
    return new Message.ToolResult(call.id(), call.name(), text + note);
  }

  private static Repeats.Seen seen(Turn turn, RunEvent.Call call) {
    String result = Objects.requireNonNull(turn.results().get(call.id()));
    return new Repeats.Seen(call.name(), canonical(call), result);
  }

  private static String canonical(RunEvent.Call call) {
    return switch (ToolArguments.parse(call.arguments())) {
      case ToolArguments.Parsed parsed -> JSON.writeValueAsString(parsed.values());
      case ToolArguments.Broken broken -> call.arguments();
    };
  }

  private static List<ModelToolCall> sendable(Turn turn) {
    return turn.calls().stream()
        .map(call -> new ModelToolCall(call.id(), call.name(), sendable(call)))
        .toList();
  }

  /** Providers refuse a history whose arguments are no JSON object. */
  private static String sendable(RunEvent.Call call) {
    return switch (ToolArguments.parse(call.arguments())) {
      case ToolArguments.Parsed parsed -> parsed.values().isEmpty() ? "{}" : call.arguments();
      case ToolArguments.Broken broken -> "{}";
    };
  }
}
