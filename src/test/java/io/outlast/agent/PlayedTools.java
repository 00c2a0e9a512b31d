package io.outlast.agent;

import io.outlast.tool.Delivery;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolRequest;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Tools of one server {@code srv}, played by functions; it counts as never reached while it has
 * none. Records what was called and given up.
 */
public final class PlayedTools implements ToolSource {

  final List<ToolRequest> started = new CopyOnWriteArrayList<>();
  final List<ToolRequest> abandoned = new CopyOnWriteArrayList<>();
  final List<MissingServer> missing = new CopyOnWriteArrayList<>();
  final AtomicLong generation = new AtomicLong(1);
  private final Map<String, Played> tools = new ConcurrentSkipListMap<>();

  private record Played(
      ToolSpec spec, Function<Map<String, Object>, CompletableFuture<ToolReply>> function) {}

  public PlayedTools tool(
      String name, Effect effect, Function<Map<String, Object>, CompletableFuture<ToolReply>> how) {
    ToolSpec spec =
        new ToolSpec(
            "srv__" + name,
            new ToolRef("srv", name),
            "test tool",
            Map.of("type", "object", "properties", Map.of()),
            effect);
    tools.put(spec.exposedName(), new Played(spec, how));
    return this;
  }

  /** A tool that answers with its argument {@code text}. */
  public PlayedTools echo() {
    return tool("echo", Effect.READ_ONLY, args -> answer(String.valueOf(args.get("text"))));
  }

  public static CompletableFuture<ToolReply> answer(String text) {
    return CompletableFuture.completedFuture(
        new ToolReply.Result(Map.of("content", List.of(Map.of("type", "text", "text", text)))));
  }

  @Override
  public List<ToolSpec> tools() {
    return tools.values().stream().map(Played::spec).toList();
  }

  @Override
  public Optional<ToolSpec> find(String exposedName) {
    return Optional.ofNullable(tools.get(exposedName)).map(Played::spec);
  }

  @Override
  public Set<String> servers() {
    return Set.of("srv");
  }

  @Override
  public Set<String> listed() {
    return tools.isEmpty() ? Set.of() : servers();
  }

  @Override
  public CompletableFuture<Void> attempted(Collection<String> servers) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public ToolExchange start(ToolRequest request) {
    started.add(request);
    request.listener().connected("srv", generation.get(), false);
    CompletableFuture<ToolReply> reply =
        tools.get("srv__" + request.tool().tool()).function().apply(request.arguments());
    return new ToolExchange() {
      @Override
      public CompletableFuture<ToolReply> reply() {
        return reply;
      }

      @Override
      public Delivery delivery() {
        return reply.isDone() ? Delivery.EXECUTED : Delivery.MAYBE_EXECUTED;
      }

      @Override
      public CompletableFuture<Boolean> abandon(String reason) {
        abandoned.add(request);
        return CompletableFuture.completedFuture(true);
      }
    };
  }

  @Override
  public List<MissingServer> missingRequired(Collection<String> servers) {
    return missing.stream().filter(server -> servers.contains(server.name())).toList();
  }

  public List<String> calledTools() {
    return started.stream().map(request -> request.tool().tool()).toList();
  }
}
