package io.outlast.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.outlast.OutlastApplication;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** The pages in a real browser that has signed in with an operator's key, at a real service. */
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "outlast.agents.location=classpath:inspector-agents/",
      "OUTLAST_API_KEY=" + InspectorIT.KEY
    })
@ActiveProfiles("demo")
class InspectorIT {

  static final String KEY = "inspector-key-1";

  private static final Path SCREENSHOTS = Path.of("docs/screenshots");

  /** Elements that stick out of the page and are not inside one that scrolls by itself. */
  private static final String TOO_WIDE =
      "() => document.documentElement.scrollWidth <= innerWidth ? [] :"
          + " [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right >"
          + " innerWidth && !e.closest('.scroll, pre, .rows')).map(e => e.outerHTML.slice(0, 200))";

  static Chromium chromium;

  @LocalServerPort int port;
  @Autowired Journal journal;
  BrowserContext context;
  Page page;
  final List<String> trouble = new ArrayList<>();

  @BeforeAll
  static void launch() {
    chromium = Chromium.launch();
  }

  @AfterAll
  static void quit() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void signIn() {
    open(ColorScheme.LIGHT, 1280);
  }

  @AfterEach
  void nothingWentWrongInTheBrowser() {
    context.close();
    assertThat(trouble).isEmpty();
  }

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
  void whatAgentsAndToolsSayIsNeverMarkup() {
    String evil = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";
    start("evil", evil);
    assertThat(page.locator("#link-state")).hasText("complete");
    assertThat(page.locator("#output")).containsText("<script>");
    for (Locator row : page.locator(".row").all()) {
      row.click();
    }
    row("demo.notes_add").click();
    assertThat(page.locator("#details")).containsText("onerror");
    page.getByText("Transcript, as the model saw it").click();
    assertThat(page.locator("#transcript .tool pre").last()).containsText("onerror");
    page.navigate(url("/"));
    assertThat(page.locator("#runs")).containsText("<img src=x");
    page.navigate(url("/runs/%3Cscript%3Ewindow.hacked=1"));
    assertThat(page.locator("main")).containsText("There is no run");
    assertThat(page.evaluate("() => window.hacked === undefined")).isEqualTo(true);
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

  @Test
  void aServerIsRestartedFromItsPage() {
    page.navigate(url("/servers"));
    assertThat(page.locator("article.server .badge")).hasText("ready");
    String before = page.locator("article.server .facts").first().innerText();
    page.getByRole(AriaRole.BUTTON, named("Restart demo")).click();
    assertThat(page.locator("article.server .facts").first()).not().hasText(before);
    assertThat(page.locator("article.server .badge")).hasText("ready");
    page.getByText("5 tools").click();
    shot("servers");
  }

  @Test
  void whoSignsOutSeesTheFormAgain() {
    page.getByRole(AriaRole.BUTTON, named("Sign out")).click();
    page.navigate(url("/servers"));
    assertThat(page).hasURL(url("/sign-in?next=%2Fservers"));
    page.locator("input[name=key]").fill("wrong");
    page.getByRole(AriaRole.BUTTON, named("Sign in")).click();
    assertThat(page.getByRole(AriaRole.ALERT)).hasText("This key is not known here.");
    trouble.removeIf(it -> it.contains("401"));
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void everybodyCanUseThePages(ColorScheme scheme) {
    context.close();
    open(scheme, 1280);
    start("busy", "x");
    assertThat(page.locator("#link-state")).hasText("complete");
    row("demo.never").click();
    assertThat(page.locator("#details .told")).isVisible();
    page.getByText("Transcript, as the model saw it").click();
    assertThat(page.locator("#transcript .user")).isVisible();
    isAccessible("run");
    shot("run-" + scheme.name().toLowerCase(Locale.ROOT));
    page.navigate(url("/servers"));
    assertThat(page.locator("article.server")).isVisible();
    isAccessible("servers");
    page.navigate(url("/doctor"));
    assertThat(page.locator(".verdict")).isVisible(visibleSoon());
    isAccessible("doctor");
    shot("doctor-" + scheme.name().toLowerCase(Locale.ROOT));
    page.navigate(url("/"));
    isAccessible("runs");
    shot("runs-" + scheme.name().toLowerCase(Locale.ROOT));
    page.getByRole(AriaRole.BUTTON, named("Start a run")).click();
    isAccessible("start");
    page.context().clearCookies();
    page.navigate(url("/sign-in"));
    isAccessible("sign-in");
  }

  @Test
  void aPhoneShowsItWithoutScrollingSideways() {
    context.close();
    open(ColorScheme.LIGHT, 390);
    start("busy", "x");
    assertThat(page.locator("#link-state")).hasText("complete");
    String run = page.url();
    for (String path : List.of(url("/"), url("/servers"), url("/doctor"), run)) {
      page.navigate(path);
      page.waitForLoadState();
      if (path.endsWith("/doctor")) {
        assertThat(page.locator(".verdict")).isVisible(visibleSoon());
      }
      assertThat(page.evaluate(TOO_WIDE)).as(path).isEqualTo(List.of());
    }
    assertThat(page.locator("#link-state")).hasText("complete");
    shot("phone");
  }

  // --- material

  private void open(ColorScheme scheme, int width) {
    trouble.clear();
    context =
        chromium
            .browser()
            .newContext(
                new Browser.NewContextOptions().setViewportSize(width, 860).setColorScheme(scheme));
    page = context.newPage();
    page.setDefaultTimeout(20_000);
    page.onPageError(error -> trouble.add("error: " + error));
    page.onConsoleMessage(message -> {
      if (message.type().equals("error") && !message.text().contains("404")) {
        trouble.add(message.text());
      }
    });
    page.onDialog(dialog -> {
      trouble.add("dialog: " + dialog.message());
      dialog.dismiss();
    });
    page.onRequest(request -> {
      if (!request.url().startsWith(url("/")) && !request.url().startsWith("data:")) {
        trouble.add("outside: " + request.url());
      }
    });
    page.navigate(url("/"));
    page.locator("input[name=key]").fill(KEY);
    page.getByRole(AriaRole.BUTTON, named("Sign in")).click();
    assertThat(page.getByRole(AriaRole.HEADING, heading("Runs"))).isVisible();
  }

  private void start(String agent, String input) {
    page.navigate(url("/"));
    page.getByRole(AriaRole.BUTTON, named("Start a run")).click();
    page.locator("#start select").selectOption(agent);
    page.locator("#start textarea").fill(input);
    page.locator("#start button[type=submit]").click();
    page.waitForURL(Pattern.compile(".*/runs/run_.*"));
  }

  private Run submit(String agent) {
    String id =
        (String)
            page.evaluate(
                "agent => fetch('/v1/runs', {method: 'POST', headers: {'Content-Type':"
                    + " 'application/json'}, body: JSON.stringify({agent, input: 'x'})}).then(r =>"
                    + " r.json()).then(r => r.id)",
                agent);
    return journal.find(new RunId(id)).orElseThrow();
  }

  /** Written by hand: a thousand turns, each with a model call and a tool call. */
  private Ownership longRun() {
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

  /** The row with this label, with or without a note behind it. */
  private Locator row(String label) {
    Pattern whole = Pattern.compile("^" + label.replace(".", "\\.") + "( ·.*)?$");
    Locator text = page.locator(".label").filter(new Locator.FilterOptions().setHasText(whole));
    return page.locator(".row").filter(new Locator.FilterOptions().setHas(text));
  }

  private void isAccessible(String name) {
    var found =
        new AxeBuilder(page)
            .analyze().getViolations().stream()
                .filter(it -> List.of("serious", "critical").contains(it.getImpact()))
                .map(it ->
                    it.getId() + ": " + it.getHelp() + " " + it.getNodes().getFirst().getHtml())
                .toList();
    assertThat(found).as(name).isEmpty();
  }

  private void shot(String name) {
    if (System.getProperty("screenshots") != null) {
      page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
      assertThat(Files.exists(SCREENSHOTS)).isTrue();
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static Page.GetByRoleOptions heading(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  private static com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions
      waitLong() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions()
        .setTimeout(60_000);
  }

  private static com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions
      visibleSoon() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions()
        .setTimeout(30_000);
  }
}
