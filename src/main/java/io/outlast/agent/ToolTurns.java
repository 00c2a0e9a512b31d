package io.outlast.agent;

import io.micrometer.observation.ObservationRegistry;
import io.outlast.run.RunEvent;
import io.outlast.tool.ToolRunner;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Runs the tool calls of one turn side by side, each with its own deadline. Thread-safe. */
final class ToolTurns {

  private final ToolSource source;
  private final ToolRunner runner;
  private final ToolLayers layers;
  private final Clock clock;
  private final ObservationRegistry observations;

  ToolTurns(
      ToolSource source,
      ToolRunner runner,
      ToolLayers layers,
      Clock clock,
      ObservationRegistry observations) {
    this.source = source;
    this.runner = runner;
    this.layers = layers;
    this.clock = clock;
    this.observations = observations;
  }

  /**
   * @param newCalls calls that were not in the journal before
   * @param runTimedOut whether a call was cut because the run's time is up
   */
  record Result(int newCalls, boolean runTimedOut) {}

  /**
   * Blocks until every call has its result, or the run is stopped; results are given to the
   * conversation in the model's order.
   */
  Result run(
      RunSession session,
      KnownConnections connections,
      Conversation conversation,
      Conversation.Turn turn) {
    TurnCalls calls =
        new TurnCalls(
            session,
            connections,
            conversation.texts(),
            turn,
            offered(session),
            conversation.interrupted());
    List<RunEvent.Call> open =
        turn.calls().stream().filter(call -> !turn.results().containsKey(call.id())).toList();
    int limit = session.run().limits().parallelToolCalls().value();
    Semaphore slots = new Semaphore(limit > 0 ? limit : Integer.MAX_VALUE, true);
    List<CompletableFuture<CallEnd>> ends = new ArrayList<>();
    for (RunEvent.Call call : open) {
      ends.add(started(open.size() == 1, calls, call, slots));
    }
    boolean timedOut = false;
    int added = 0;
    for (int i = 0; i < open.size(); i++) {
      CallEnd end = result(ends.get(i));
      timedOut |= end.runTimedOut();
      added += end.isNew() ? 1 : 0;
      if (end.told() != null) {
        conversation.result(open.get(i), end.told());
      }
    }
    conversation.settle();
    return new Result(added, timedOut);
  }

  private CompletableFuture<CallEnd> started(
      boolean alone, TurnCalls calls, RunEvent.Call call, Semaphore slots) {
    if (alone) {
      return CompletableFuture.completedFuture(execute(calls, call));
    }
    CompletableFuture<CallEnd> end = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("tool-" + call.id())
        .start(
            Surroundings.of(observations)
                .carry(() -> {
                  slots.acquireUninterruptibly();
                  try {
                    end.complete(execute(calls, call));
                  } catch (Throwable e) {
                    end.completeExceptionally(e);
                  } finally {
                    slots.release();
                  }
                }));
    return end;
  }

  /** What broke a call is what breaks its turn. */
  private static CallEnd result(CompletableFuture<CallEnd> call) {
    try {
      return call.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private CallEnd execute(TurnCalls calls, RunEvent.Call call) {
    return new ToolStep(calls, call, layers, runner, clock).execute();
  }

  private Map<String, ToolSpec> offered(RunSession session) {
    return ToolSelection.of(session.agent().tools()).from(source.tools()).stream()
        .collect(Collectors.toMap(ToolSpec::exposedName, Function.identity()));
  }
}
