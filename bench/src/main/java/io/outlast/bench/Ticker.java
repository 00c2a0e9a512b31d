package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An agent whose runs have many events: calls of a tool that is not there are turns of the real loop which need no server. */
record Ticker(int turns, int millis) {

  Outlast.Setup in(Outlast.Setup setup) {
    StringBuilder text = new StringBuilder("---\nname: ticker\nmodel: rehearsal\n");
    text.append("max-turns: ").append(turns + 1).append("\nscript:\n");
    for (int turn = 1; turn <= turns; turn++) {
      text.append("  - calls: [{tool: none__tick, args: {turn: ").append(turn).append("}}]\n");
      if (millis > 0) {
        text.append("    delay: ").append(millis).append("ms\n");
      }
    }
    text.append("  - text: done\n---\nYou tick.\n");
    try {
      Files.writeString(Files.createDirectories(setup.dir().resolve("agents")).resolve("ticker.md"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return setup.with(Map.of("outlast.limits.max-tool-calls", "100000"));
  }

  static String start(int port) {
    return Stage.post(port, "/v1/runs", new JsonObject().put("agent", "ticker").put("input", "go")).getString("id");
  }

  /** The numbers of all events of a run, as the journal has them. */
  static List<Long> journal(int port, String run) {
    List<Long> all = new ArrayList<>();
    int before;
    do {
      before = all.size();
      long last = all.isEmpty() ? 0 : all.getLast();
      Stage.get(port, "/v1/runs/" + run + "/events?limit=200&after=" + last)
          .getJsonArray("items")
          .forEach(event -> all.add(((JsonObject) event).getLong("seq")));
    } while (all.size() > before);
    return all;
  }
}
