package io.outlast.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The Chromium that is installed on this machine; none is downloaded. */
record Chromium(Playwright playwright, Browser browser) implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /** Skips the test where there is no browser; CI, which installs one, counts that as a failure. */
  static Chromium launch() {
    Optional<Path> program = installed();
    Assumptions.assumeTrue(
        program.isPresent(), "no Chromium is installed: apt-get install chromium");
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program.orElseThrow())
                    .setArgs(List.of("--no-sandbox", "--disable-background-networking")));
    PlaywrightAssertions.setDefaultAssertionTimeout(20_000);
    return new Chromium(playwright, browser);
  }

  private static Optional<Path> installed() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
