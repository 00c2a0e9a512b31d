package io.outlast.docs;

import io.outlast.docs.Page.Block;

/** What a reader would type, as one script: every block of a page, in one shell. */
final class PageScript {

  /** Answers that are errors end the script, and the service is waited for as a reader would. */
  private static final String HEAD =
      """
      set -euo pipefail
      set -m
      curl() { command curl --fail-with-body --max-time 40 "$@"; }
      started=
      await() {
        for _ in $(seq 300); do
          command curl -sf -o /dev/null http://localhost:$SERVER_PORT/actuator/health/readiness && return
          [ -z "$started" ] || kill -0 $started || break
          sleep 0.1
        done
        echo "the service did not start:"; cat service.log; exit 1
      }
      stop() {
        [ -n "$started" ] || return 0
        kill -- -$started 2>/dev/null || true
        wait $started || true
        started=
      }
      trap stop EXIT
      """;

  private PageScript() {}

  /**
   * @param port the service's, in the place of the 8080 that the page has
   */
  static String of(Page page, int port) {
    StringBuilder script = new StringBuilder(HEAD);
    if (!page.startsTheService()) {
      script.append("await\n");
    }
    for (Block block : page.blocks()) {
      if (block.language().equals("stop")) {
        script.append("stop\n");
      } else if (block.isRun()) {
        String text = block.text().replace("localhost:8080", "localhost:" + port);
        script.append("echo '@@ ").append(page).append(", line ").append(block.line());
        script.append("'\n").append(step(block.said(), text));
      }
    }
    return script.toString();
  }

  private static String step(String said, String text) {
    return switch (said) {
      case "" -> text;
      case "in the background" -> "{\n" + text + "} >service.log 2>&1 &\nstarted=$!\nawait\n";
      case "fails" -> "if (\n" + text + "); then echo 'this should fail'; exit 1; fi\n";
      default -> throw new IllegalArgumentException("What is '" + said + "'?");
    };
  }
}
