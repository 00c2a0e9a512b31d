package io.outlast.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of all pages of the inspector, and the pages that are not about one run. */
class InspectorPagesIT extends InspectorStage {

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
  void aScheduleIsPausedResumedAndRunAfterAQuestion() {
    page.navigate(url("/schedules"));
    Locator schedule = page.locator("article.server");
    assertThat(schedule.locator("h2")).hasText("nightly active");
    assertThat(schedule.locator(".facts").first()).containsText("0 0 6 1 1 * Europe/Berlin");
    assertThat(schedule.locator(".facts").last().locator("time")).hasCount(3);
    schedule.getByText("Input").click();
    assertThat(schedule.locator("details pre")).hasText("Look <b>around</b>");

    page.getByRole(AriaRole.BUTTON, named("Pause nightly")).click();
    page.getByRole(AriaRole.BUTTON, named("Leave it")).click();
    assertThat(schedule.locator(".badge").first()).hasText("active");
    page.getByRole(AriaRole.BUTTON, named("Pause nightly")).click();
    assertThat(page.getByRole(AriaRole.HEADING, heading("Pause nightly?"))).isVisible();
    page.getByRole(AriaRole.BUTTON, named("Pause")).click();
    assertThat(schedule.locator(".badge").first()).hasText("paused");
    assertThat(schedule).containsText("Nothing is due while it is paused.");

    page.getByRole(AriaRole.BUTTON, named("Run nightly now")).click();
    page.getByRole(AriaRole.BUTTON, named("Run now")).click();
    assertThat(schedule.locator("tbody .badge")).hasText("completed");
    shot("schedules");

    page.getByRole(AriaRole.BUTTON, named("Resume nightly")).click();
    page.getByRole(AriaRole.BUTTON, named("Resume")).click();
    assertThat(schedule.locator(".badge").first()).hasText("active");
    schedule.locator("tbody a").click();
    assertThat(page.locator("#output")).hasText("done");
  }

  @Test
  void whoSignsOutSeesTheFormAgain() {
    context.close();
    browse(ColorScheme.LIGHT, 1280, null);
    showKey();
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
    page.navigate(url("/runs/" + busy()));
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
    page.navigate(url("/schedules"));
    assertThat(page.locator("article.server")).isVisible();
    isAccessible("schedules");
    page.getByRole(AriaRole.BUTTON, named("Run nightly now")).click();
    isAccessible("ask");
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
    String run = url("/runs/" + busy());
    for (String path : List.of(url("/"), url("/schedules"), url("/servers"), url("/doctor"), run)) {
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

  private static com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions
      visibleSoon() {
    return new com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions()
        .setTimeout(30_000);
  }
}
