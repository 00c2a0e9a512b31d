package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.StopReason;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Lists, and what can be done to runs in which state. */
@ApiTest
class RunLifeTest {

  @LocalServerPort int port;
  @Autowired Journal journal;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @Test
  void pagesHaveNoGapsAndNoRepeats() {
    List<String> newestFirst = submit("pages", 5).reversed();
    List<String> seen = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    while (pages++ < 10) {
      Answer page = client.get("/v1/runs?metadata.test=pages&limit=2" + cursor);
      seen.addAll(page.ids());
      if (page.json().path("nextCursor").isNull()) {
        break;
      }
      cursor = "&cursor=" + encoded(page.json().path("nextCursor").asString());
    }
    assertThat(seen).isEqualTo(newestFirst);
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void runsThatComeInBetweenDoNotShiftThePages() {
    List<String> old = submit("shift", 3).reversed();
    Answer first = client.get("/v1/runs?metadata.test=shift&limit=2");
    submit("shift", 2);
    String cursor = encoded(first.json().path("nextCursor").asString());
    Answer second = client.get("/v1/runs?metadata.test=shift&limit=2&cursor=" + cursor);
    assertThat(first.ids()).isEqualTo(old.subList(0, 2));
    assertThat(second.ids()).isEqualTo(old.subList(2, 3));
  }

  @Test
  void filtersNarrowTheList() {
    List<String> ids = submit("filters", 3);
    end(ids.get(0), StopReason.END_TURN);
    end(ids.get(1), StopReason.MODEL_ERROR);
    String list = "/v1/runs?metadata.test=filters";
    assertThat(client.get(list + "&status=completed").ids()).containsExactly(ids.get(0));
    assertThat(client.get(list + "&status=failed").ids()).containsExactly(ids.get(1));
    assertThat(client.get(list + "&status=queued").ids()).containsExactly(ids.get(2));
    assertThat(client.get(list + "&agent=tester").ids()).isEqualTo(ids.reversed());
    assertThat(client.get(list + "&agent=nobody").ids()).isEmpty();
    assertThat(client.get(list + "&metadata.number=1").ids()).containsExactly(ids.get(1));
    assertThat(client.get(list + "&since=2100-01-01T00:00:00Z").ids()).isEmpty();
    assertThat(client.get(list + "&until=2100-01-01T00:00:00%2B02:00").ids())
        .isEqualTo(ids.reversed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=201",
        "limit=many",
        "limit=",
        "limit=1e2",
        "limit=99999999999",
        "cursor=garbage",
        "cursor=",
        "cursor=cnVuXzE",
        "status=happy",
        "status=COMPLETED",
        "since=yesterday",
        "since=%2B999999999-12-31T23:59:59Z",
        "until=2020-01-01",
        "agnet=tester",
        "agent=%00",
        "metadata.a=%00",
        "metadata.=x"
      })
  void aBadParameterIsNamed(String query) {
    String name = query.substring(0, query.indexOf('='));
    client.get("/v1/runs?" + query).isProblem(400, "invalid_request").names(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "after=x", "cursor=x", "after=99999999999999999999"})
  void aBadParameterOfARunsListsIsNamed(String query) {
    String name = query.substring(0, query.indexOf('='));
    String run = "/v1/runs/" + submit("sublists", 1).getFirst();
    for (String list : List.of("/events?", "/tool-calls?")) {
      client.get(run + list + query).isProblem(400, "invalid_request").names(name);
    }
  }

  @Test
  void eventsAscendAndContinueAfterASeq() {
    String id = submit("events", 1).getFirst();
    end(id, StopReason.END_TURN);
    Answer all = client.get("/v1/runs/" + id + "/events");
    assertThat(types(all)).containsExactly("run.queued", "run.started", "run.finished");
    assertThat(types(client.get("/v1/runs/" + id + "/events?after=2")))
        .containsExactly("run.finished");
    Answer first = client.get("/v1/runs/" + id + "/events?limit=2");
    String cursor = first.json().path("nextCursor").asString();
    assertThat(types(client.get("/v1/runs/" + id + "/events?limit=2&cursor=" + cursor)))
        .containsExactly("run.finished");
  }

  @Test
  void aQueuedRunIsCancelledAtOnceAndOnlyOnce() {
    String run = "/v1/runs/" + submit("cancel", 1).getFirst();
    client.delete(run).isProblem(409, "run_active");
    Answer cancelled = client.post(run + "/cancel", "{\"reason\": \"not needed\"}");
    assertThat(cancelled.status()).isEqualTo(202);
    assertThat(cancelled.json().path("status").asString()).isEqualTo("cancelled");
    client.post(run + "/cancel", "").isProblem(409, "run_finished");
    assertThat(client.delete(run).status()).isEqualTo(204);
    client.get(run).isProblem(404, "unknown_run");
    client.delete(run).isProblem(404, "unknown_run");
    client.get(run + "/events").isProblem(404, "unknown_run");
  }

  @Test
  void aRunningRunIsAskedToStopAndKeepsTheFirstRequest() {
    String id = submit("running", 1).getFirst();
    Ownership owned = claim(id);
    String run = "/v1/runs/" + id;
    client.delete(run).isProblem(409, "run_active");
    Answer first = client.post(run + "/cancel", "");
    Answer again = client.send("POST", run + "/cancel", BodyPublishers.noBody());
    assertThat(first.status()).isEqualTo(202);
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.json().path("cancelRequestedAt"))
        .isEqualTo(first.json().path("cancelRequestedAt"));
    assertThat(types(client.get(run + "/events")))
        .containsExactly("run.queued", "run.started", "run.cancelling");
    journal.finish(owned, Step.NOTHING, new Ending(StopReason.CANCELLED, null, null));
    client.post(run + "/cancel", "").isProblem(409, "run_finished");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"reson\": \"x\"}", "{\"reason\": 1}", "{\"reason\": \"\\u0000\"}"})
  void aBadCancelRequestChangesNothing(String body) {
    String run = "/v1/runs/" + submit("badcancel", 1).getFirst();
    client.post(run + "/cancel", body).isProblem(400, "invalid_request");
    client.post(run + "/cancel", "[").isProblem(400, "invalid_json");
    assertThat(client.get(run).json().path("status").asString()).isEqualTo("queued");
  }

  @Test
  void waitAnswersAtTheTimeoutWithTheRunAsItIs() {
    String run = "/v1/runs/" + submit("wait", 1).getFirst();
    Answer waited = client.get(run + "/wait?timeout=100ms");
    assertThat(waited.json().path("status").asString()).isEqualTo("queued");
    client.get(run + "/wait?timeout=soon").isProblem(400, "invalid_request").names("timeout");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/runs/run_01NOSUCHRUN",
        "/v1/runs/run_01NOSUCHRUN/wait",
        "/v1/runs/run_01NOSUCHRUN/events",
        "/v1/runs/run_01NOSUCHRUN/tool-calls",
        "/v1/runs/run_01NOSUCHRUN/tool-calls/call_1",
        "/v1/runs/run_01NOSUCHRUN/transcript",
        "/v1/runs/%F0%9F%91%8B"
      })
  void whatIsNotThereIsNotFound(String path) {
    client.get(path).isProblem(404, "unknown_run");
  }

  private List<String> submit(String test, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String body =
          "{\"agent\":\"tester\",\"input\":\"x\",\"metadata\":{\"test\":\"%s\",\"number\":\"%d\"}}";
      ids.add(client.post("/v1/runs", body.formatted(test, i)).json().path("id").asString());
    }
    return ids;
  }

  private Ownership claim(String id) {
    Run run = journal.claim(new RunId(id), "test").orElseThrow();
    return new Ownership(run.id(), run.epoch());
  }

  private void end(String id, StopReason reason) {
    journal.finish(claim(id), Step.NOTHING, new Ending(reason, "done", null));
  }

  private static List<String> types(Answer events) {
    return events.json().path("items").valueStream().map(e -> e.path("type").asString()).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
