package io.outlast.tool;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A tool source whose every attempt follows a script; the last part repeats. */
final class ScriptedToolSource implements ToolSource {

  private final List<Consumer<Exchange>> script;
  private final List<Exchange> started = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Exchange> arrivals = new LinkedBlockingQueue<>();

  @SafeVarargs
  ScriptedToolSource(Consumer<Exchange>... script) {
    this.script = List.of(script);
  }

  static ScriptedToolSource neverAnswers() {
    return new ScriptedToolSource(exchange -> {});
  }

  static Consumer<Exchange> answers(ToolReply reply) {
    return exchange -> exchange.reply().complete(reply);
  }

  static Consumer<Exchange> loses(Delivery delivery) {
    return answers(new ToolReply.Lost("the process exited with code 3", delivery));
  }

  List<Exchange> started() {
    return started;
  }

  /** Waits for the next attempt that has begun and gone through its part of the script. */
  Exchange next() throws InterruptedException {
    Exchange exchange = arrivals.poll(10, TimeUnit.SECONDS);
    if (exchange == null) {
      throw new AssertionError("No attempt began");
    }
    return exchange;
  }

  @Override
  public ToolExchange start(ToolRequest request) {
    Exchange exchange = new Exchange(request);
    Consumer<Exchange> part;
    synchronized (this) {
      part = script.get(Math.min(started.size(), script.size() - 1));
      started.add(exchange);
    }
    part.accept(exchange);
    arrivals.add(exchange);
    return exchange;
  }

  @Override
  public List<ToolSpec> tools() {
    return List.of();
  }

  @Override
  public Optional<ToolSpec> find(String exposedName) {
    return Optional.empty();
  }

  @Override
  public List<MissingServer> missingRequired(Collection<String> servers) {
    return List.of();
  }

  /** One attempt, to be answered by hand. */
  static final class Exchange implements ToolExchange {
    private final ToolRequest request;
    private final CompletableFuture<ToolReply> reply = new CompletableFuture<>();
    private final List<String> abandoned = new CopyOnWriteArrayList<>();
    private volatile Delivery delivery = Delivery.MAYBE_EXECUTED;
    private volatile Consumer<Exchange> onAbandon = exchange -> {};

    private Exchange(ToolRequest request) {
      this.request = request;
    }

    ToolRequest request() {
      return request;
    }

    Exchange reached(Delivery delivery) {
      this.delivery = delivery;
      return this;
    }

    Exchange onAbandon(Consumer<Exchange> reaction) {
      this.onAbandon = reaction;
      return this;
    }

    List<String> abandoned() {
      return abandoned;
    }

    @Override
    public CompletableFuture<ToolReply> reply() {
      return reply;
    }

    @Override
    public Delivery delivery() {
      return delivery;
    }

    @Override
    public CompletableFuture<Boolean> abandon(String reason) {
      abandoned.add(reason);
      onAbandon.accept(this);
      return CompletableFuture.completedFuture(delivery != Delivery.NOT_SENT);
    }
  }

  @Override
  public java.util.Set<String> servers() {
    return java.util.Set.of();
  }

  @Override
  public java.util.Set<String> listed() {
    return servers();
  }

  @Override
  public java.util.concurrent.CompletableFuture<Void> attempted(
      java.util.Collection<String> servers) {
    return java.util.concurrent.CompletableFuture.completedFuture(null);
  }
}
