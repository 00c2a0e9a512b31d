package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.control.Deadline;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The guard over a transport whose every move the test makes. */
@NullUnmarked
class GuardedTransportTest {

  private final Wire wire = new Wire();
  private final Supervisor supervisor = new Supervisor();
  private final List<JSONRPCMessage> seenBySdk = new CopyOnWriteArrayList<>();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final GuardedTransport guard =
      new GuardedTransport("s", wire, supervisor, new StrayMessages(meters, "s"));

  @BeforeEach
  void connect() {
    guard.connect(messages -> messages.doOnNext(seenBySdk::add)).block();
  }

  @Test
  void onlyTheRequestOfItsOwnMethodIsBoundToACall() {
    PendingRequest call = call();
    send("initialize", "i-1", call);
    assertThat(call.id()).isNull();
    send("tools/call", 3, call);
    assertThat(call.id()).isEqualTo(3);
    assertThat(call.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
  }

  @Test
  void aReplyWithItsIdAsTextSettlesTheCallAndTheSdkGetsTheIdItKnows() {
    PendingRequest call = call();
    send("tools/call", 3, call);
    wire.receive(JSONRPCResponse.result("3", Map.of("content", List.of("x"), "vendor", 1)));
    assertThat(call.answer().join())
        .isEqualTo(new Answer.Result(Map.of("content", List.of("x"), "vendor", 1)));
    assertThat(seenBySdk).containsExactly(JSONRPCResponse.result(3, Map.of("content", List.of())));
  }

  @Test
  void firstTheCallIsSettledThenTheServerIsToldThenTheExchangeEnds() throws Exception {
    PendingRequest call = call();
    send("tools/call", 7, call);
    assertThat(guard.giveUp(call, "tool_timeout").get(2, TimeUnit.SECONDS)).isTrue();
    assertThat(wire.moves).containsExactly("tools/call", "notifications/cancelled", "abort 7");
    assertThat(seenBySdk).hasSize(1);

    wire.receive(JSONRPCResponse.result(7, Map.of("stopped", true)));

    assertThat(call.answer()).isNotDone();
    assertThat(seenBySdk).hasSize(1);
    assertThat(meters.get("outlast.mcp.late.replies").counter().count()).isEqualTo(1);
    assertThat(supervisor.givenUp).containsExactly(call);
  }

  @Test
  void theExchangeEndsAlsoWhenTheServerCanNotBeTold() throws Exception {
    PendingRequest call = call();
    send("tools/call", 7, call);
    wire.stuck = true;
    assertThat(guard.giveUp(call, "tool_timeout").get(4, TimeUnit.SECONDS)).isFalse();
    assertThat(wire.moves).contains("abort 7");
  }

  @Test
  void aCallGivenUpBeforeItIsSentNeverLeaves() throws Exception {
    PendingRequest call = call();
    assertThat(guard.giveUp(call, "run_cancelled").get(2, TimeUnit.SECONDS)).isFalse();
    send("tools/call", 7, call);
    assertThat(wire.moves).isEmpty();
    assertThat(call.delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void aCallThatTheTransportStillHoldsIsNotSentAndItsServerHearsNothing() throws Exception {
    wire.held = true;
    PendingRequest call = call();
    send("tools/call", 7, call);
    assertThat(call.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(guard.giveUp(call, "tool_timeout").get(2, TimeUnit.SECONDS)).isFalse();
    assertThat(call.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(guard.leaving(7)).isNull();
    assertThat(wire.moves).containsExactly("abort 7");
    assertThat(seenBySdk).hasSize(1);
  }

  @Test
  void aLossUnderACallThatTheTransportStillHoldsLeavesItUnsent() {
    wire.held = true;
    PendingRequest call = call();
    send("tools/call", 7, call);
    wire.events.lost(TransportLoss.PROCESS_EXIT, "code 7");
    assertThat(call.answer().join()).isEqualTo(Answer.Lost.under("code 7", Delivery.NOT_SENT));
  }

  @Test
  void aLossFailsWhatIsInFlightAfterTheSupervisorKnows() {
    PendingRequest call = call();
    send("tools/call", 7, call);
    supervisor.onLost = () -> assertThat(call.answer()).isNotDone();
    wire.events.lost(TransportLoss.PROCESS_EXIT, "code 7");
    assertThat(supervisor.losses).containsExactly("PROCESS_EXIT code 7");
    assertThat(call.answer().join())
        .isEqualTo(Answer.Lost.under("code 7", Delivery.MAYBE_EXECUTED));
    assertThat(guard.whenOver()).isDone();
    assertThat(guard.inFlight("tools/call")).isEmpty();
  }

  @Test
  void aLostConnectionTurnsAwayWhatComesAfter() {
    wire.events.lost(TransportLoss.STREAM_CLOSED, "closed");
    PendingRequest call = call();
    send("tools/call", 7, call);
    assertThat(call.answer().join()).isEqualTo(Answer.Lost.before("closed"));
    assertThat(wire.moves).isEmpty();
  }

  @Test
  void callsThatRunIntoTheSameLostSessionLearnThatTheyWereNotExecuted() {
    PendingRequest refused = call();
    PendingRequest hanging = call();
    send("tools/call", 1, refused);
    send("tools/call", 2, hanging);
    wire.events.lost(TransportLoss.SESSION_LOST, "404");
    wire.events.exchangeLost(1, Delivery.NOT_SENT, "404");
    assertThat(refused.answer().join()).isEqualTo(Answer.Lost.under("404", Delivery.NOT_SENT));
    await().atMost(Duration.ofSeconds(1)).until(() -> hanging.answer().isDone());
    assertThat(hanging.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
  }

  @Test
  void aBrokenExchangeFailsItsOwnCallAndRaisesSuspicion() {
    PendingRequest broken = call();
    PendingRequest other = call();
    send("tools/call", 1, broken);
    send("tools/call", 2, other);
    wire.events.exchangeLost(1, Delivery.MAYBE_EXECUTED, "cut");
    assertThat(broken.answer()).isDone();
    assertThat(other.answer()).isNotDone();
    assertThat(supervisor.suspicions).containsExactly("cut");
    assertThat(seenBySdk).hasSize(1);
  }

  @Test
  void aRefusalOfTheCredentialsWhileSendingEndsTheConnection() {
    wire.failure = new TransportFailure(TransportLoss.UNAUTHORIZED, false, "401", null);
    PendingRequest call = call();
    send("tools/call", 1, call);
    assertThat(supervisor.losses).containsExactly("UNAUTHORIZED 401");
    assertThat(call.delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void notificationsNeverReachTheSdk() {
    wire.receive(new JSONRPCNotification("notifications/tools/list_changed", null));
    wire.receive(new JSONRPCNotification("notifications/resources/list_changed", null));
    wire.receive(new JSONRPCNotification("notifications/progress", Map.of("progressToken", 9)));
    assertThat(seenBySdk).isEmpty();
    assertThat(supervisor.toolsChanged).isEqualTo(1);
    wire.receive(new JSONRPCRequest("ping", 1, null));
    assertThat(seenBySdk).hasSize(1);
  }

  private static PendingRequest call() {
    return new PendingRequest("tools/call", "t", Deadline.never(), ToolListener.NONE);
  }

  private void send(String method, Object id, PendingRequest bound) {
    guard
        .sendMessage(new JSONRPCRequest(method, id, null))
        .contextWrite(context -> context.put(PendingRequest.KEY, bound))
        .subscribe(v -> {}, e -> {});
  }

  private static final class Wire implements SupervisedTransport {

    private final List<String> moves = new CopyOnWriteArrayList<>();
    private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler;
    private TransportEvents events;
    private TransportFailure failure;
    private volatile boolean stuck;
    private volatile boolean held;

    void receive(JSONRPCMessage message) {
      handler.apply(Mono.just(message)).block();
    }

    @Override
    public void supervise(TransportEvents toTell) {
      events = toTell;
    }

    @Override
    public void abort(Object requestId) {
      moves.add("abort " + requestId);
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> toTell) {
      handler = toTell;
      return Mono.empty();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      if (failure != null) {
        return Mono.error(failure);
      }
      switch (message) {
        case JSONRPCRequest request -> {
          Runnable left = held ? null : events.leaving(request.id());
          if (left == null) {
            return Mono.never();
          }
          moves.add(request.method());
          left.run();
        }
        case JSONRPCNotification notification -> moves.add(notification.method());
        default -> throw new AssertionError(message);
      }
      return stuck ? Mono.never() : Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return new JsonRpc(McpJsonDefaults.getMapper()).convert(data, type);
    }
  }

  private static final class Supervisor implements ConnectionEvents {

    private final List<String> losses = new ArrayList<>();
    private final List<String> suspicions = new ArrayList<>();
    private final List<PendingRequest> givenUp = new ArrayList<>();
    private Runnable onLost = () -> {};
    private int toolsChanged;

    @Override
    public void lost(TransportLoss loss, String detail) {
      onLost.run();
      losses.add(loss + " " + detail);
    }

    @Override
    public void suspicious(String why) {
      suspicions.add(why);
    }

    @Override
    public void givenUp(PendingRequest call) {
      givenUp.add(call);
    }

    @Override
    public void heard() {}

    @Override
    public void toolsChanged() {
      toolsChanged++;
    }
  }
}
