package io.outlast.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs, as a person starts, watches and cancels them in the inspector. */
class InspectorRunsIT extends InspectorStage {

  @Test
  void aRunIsStartedWatchedLiveAndLookedInto() {
    start("busy", "Look <b>around</b>");
    assertThat(page.locator("#link-state")).hasText("live");
    assertThat(row("demo.countdown").locator(".done")).isVisible();
    shot("run-live");
    assertThat(page.locator("#status")).hasText("completed");
    assertThat(page.locator("#link-state")).hasText("complete");
    assertThat(page.locator("#output")).hasText("All done.");
    assertThat(row("demo.never")).containsText("timed out");
    row("demo.never").click();
    assertThat(page.locator("#details")).containsText("Its limit was 3 s, set by agent.");
    assertThat(page.locator("#details .told")).containsText("did not answer within its limit");
    page.getByText("Transcript, as the model saw it").click();
    assertThat(page.locator("#transcript .user pre")).hasText("Look <b>around</b>");
  }

  @Test
  void theTimelineIsReachedByKeyboard() {
    start("quick", "x");
    assertThat(page.locator("#link-state")).hasText("complete");
    page.locator("#rows").focus();
    page.keyboard().press("End");
    assertThat(page.locator(".row[aria-selected=true]")).containsText("run completed");
    page.keyboard().press("Home");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(page.locator("#details h2")).hasText("Turn 1");
  }

  @Test
  void aRunIsCancelledAfterAQuestion() {
    start("waits", "x");
    assertThat(row("demo.never")).hasCount(1);
    page.getByRole(AriaRole.BUTTON, named("Cancel")).click();
    page.getByRole(AriaRole.BUTTON, named("Keep it running")).click();
    assertThat(page.locator("#status")).hasText("running");
    page.getByRole(AriaRole.BUTTON, named("Cancel")).click();
    page.locator("#cancel input[name=reason]").fill("seen enough");
    page.getByRole(AriaRole.BUTTON, named("Cancel the run")).click();
    assertThat(page.locator("#status")).hasText("cancelled");
    assertThat(row("demo.never")).containsText("cancelled");
    assertThat(page.getByRole(AriaRole.BUTTON, named("Cancel"))).hasCount(0);
  }

  @Test
  void aReloadInTheMiddleOfARunShowsAllOfItAndGoesOn() {
    start("busy", "x");
    assertThat(row("demo.countdown")).hasCount(1);
    page.reload();
    assertThat(row("demo.countdown")).hasCount(1);
    assertThat(page.locator("#link-state")).hasText("complete");
    assertThat(row("Turn 1")).hasCount(1);
    assertThat(row("run completed")).hasCount(1);
  }

  @Test
  void aRunOfAThousandStepsStaysSmooth() {
    Ownership run = longRun();
    page.navigate(url("/runs/" + run.id()));
    assertThat(page.locator("#waterfall"))
        .hasAttribute("data-rows", Pattern.compile("30\\d\\d"), waitLong());
    Object frames =
        page.evaluate(
            "() => new Promise(done => { const box = document.getElementById('rows'), times = [];"
                + " let last = performance.now(), n = 0; const step = () => { const now ="
                + " performance.now(); times.push(now - last); last = now; box.scrollTop += 400; if"
                + " (++n < 120) requestAnimationFrame(step); else done(times.sort((a, b) => a -"
                + " b)[Math.floor(times.length * .95)]); }; requestAnimationFrame(step); })");
    System.out.println(
        "3,000 rows: 95 of 100 frames while scrolling came within " + frames + " ms");
    assertThat(page.locator(".row").count()).isLessThan(100);
    journal.append(run, Step.of(List.of(new RunEvent.TurnStarted(1001)), RunUsage.NONE));
    page.locator("#rows").focus();
    page.keyboard().press("End");
    assertThat(row("Turn 1001")).isVisible();
    journal.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
    assertThat(page.locator("#link-state")).hasText("complete");
  }

  @Test
  void theListIsLiveAndFilters() {
    page.navigate(url("/"));
    String agent = "quick";
    Run run = submit(agent);
    assertThat(page.locator("#" + run.id())).isVisible();
    page.locator(".filter select[name=agent]").selectOption("waits");
    page.waitForURL(Pattern.compile(".*agent=waits.*"));
    assertThat(page.locator("#" + run.id())).hasCount(0);
    page.navigate(url("/?status=completed"));
    assertThat(page.locator("#" + run.id())).isVisible();
  }

  /** Written by hand: a thousand turns, each with a model call and a tool call. */
  private Ownership longRun() {
    page.navigate(url("/"));
    String id =
        (String)
            page.evaluate(
                "() => fetch('/v1/runs', {method: 'POST', headers: {'Content-Type':"
                    + " 'application/json'}, body: JSON.stringify({agent: 'quick', input: 'x',"
                    + " startAfter: '2100-01-01T00:00:00Z'})}).then(r => r.json()).then(r => r.id)");
    Run run = journal.claim(new RunId(id), "test").orElseThrow();
    Ownership owned = new Ownership(run.id(), run.epoch());
    for (int turn = 1; turn <= 1000; turn++) {
      String call = "call_" + turn;
      journal.append(
          owned,
          Step.of(
              List.of(
                  new RunEvent.TurnStarted(turn),
                  new RunEvent.ModelStarted(turn, "quick", 1, 1),
                  new RunEvent.ModelFinished(turn, "quick", List.of(), 10, 10),
                  new RunEvent.ToolDispatched(call, call, "s", "t", Map.of("value", "PT5S")),
                  new RunEvent.ToolFinished(call, call, "s", "t", "succeeded", null, 1L)),
              RunUsage.NONE));
    }
    return owned;
  }

  private static com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions
      waitLong() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions()
        .setTimeout(60_000);
  }
}
