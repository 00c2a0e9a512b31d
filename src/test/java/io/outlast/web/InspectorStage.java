package io.outlast.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.outlast.OutlastApplication;
import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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
      "OUTLAST_API_KEY=" + InspectorStage.KEY
    })
@ActiveProfiles("demo")
abstract class InspectorStage {

  static final String KEY = "inspector-key-1";

  static final Path SCREENSHOTS = Path.of("docs/screenshots");

  /** Elements that stick out of the page and are not inside one that scrolls by itself. */
  static final String TOO_WIDE =
      "() => document.documentElement.scrollWidth <= innerWidth ? [] :"
          + " [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right >"
          + " innerWidth && !e.closest('.scroll, pre, .rows')).map(e => e.outerHTML.slice(0, 200))";

  static Chromium chromium;

  /** Of a browser that has signed in. */
  static String signedIn;

  /** A finished run of the agent busy. */
  static RunId busy;

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

  /** Signs in once: the next browsers have the same cookie. */
  void open(ColorScheme scheme, int width) {
    browse(scheme, width, signedIn);
    if (signedIn == null) {
      showKey();
      signedIn = context.storageState();
    }
  }

  void showKey() {
    page.navigate(url("/"));
    page.locator("input[name=key]").fill(KEY);
    page.getByRole(AriaRole.BUTTON, named("Sign in")).click();
    assertThat(page.getByRole(AriaRole.HEADING, heading("Runs"))).isVisible();
  }

  void browse(ColorScheme scheme, int width, String state) {
    trouble.clear();
    context =
        chromium
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setViewportSize(width, 860)
                    .setColorScheme(scheme)
                    .setStorageState(state));
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
  }

  RunId busy() {
    if (busy == null) {
      page.navigate(url("/"));
      busy = submit("busy").id();
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> journal.find(busy).orElseThrow().status().isTerminal());
    }
    return busy;
  }

  void start(String agent, String input) {
    page.navigate(url("/"));
    page.getByRole(AriaRole.BUTTON, named("Start a run")).click();
    page.locator("#start select").selectOption(agent);
    page.locator("#start textarea").fill(input);
    page.locator("#start button[type=submit]").click();
    page.waitForURL(Pattern.compile(".*/runs/run_.*"));
  }

  Run submit(String agent) {
    String id =
        (String)
            page.evaluate(
                "agent => fetch('/v1/runs', {method: 'POST', headers: {'Content-Type':"
                    + " 'application/json'}, body: JSON.stringify({agent, input: 'x'})}).then(r =>"
                    + " r.json()).then(r => r.id)",
                agent);
    return journal.find(new RunId(id)).orElseThrow();
  }

  /** The row with this label, with or without a note behind it. */
  Locator row(String label) {
    Pattern whole = Pattern.compile("^" + label.replace(".", "\\.") + "( ·.*)?$");
    Locator text = page.locator(".label").filter(new Locator.FilterOptions().setHasText(whole));
    return page.locator(".row").filter(new Locator.FilterOptions().setHas(text));
  }

  void shot(String name) {
    if (System.getProperty("screenshots") != null) {
      page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
      assertThat(Files.exists(SCREENSHOTS)).isTrue();
    }
  }

  String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  static Page.GetByRoleOptions heading(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
