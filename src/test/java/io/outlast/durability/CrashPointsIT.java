package io.outlast.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.durability.CrashingService.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills a real process with SIGKILL at each point at which a run is written, lets the next one go
 * on with the run, and compares what the model saw and what the tools did with a run that nothing
 * disturbed. The run: one call with a side effect, a read-only and an idempotent one together,
 * another with a side effect, the answer.
 *
 * <p>A point is a write, by what it is of and the how-manieth of its kind. What the model answered
 * is written with the dispatch of the first call.
 */
class CrashPointsIT {

  private static final List<String> POINTS =
      List.of(
          "after:accept:1",
          "after:claim:1",
          "before:dispatch append:1",
          "after:dispatch append:1",
          "before:ended append:1",
          "after:ended append:1",
          "before:dispatch put:1",
          "after:dispatch read:1",
          "before:ended put:1",
          "before:dispatch append:2",
          "before:ended append:2",
          "after:ended append:2",
          "before:finish:1",
          "after:finish:1");

  /** Where the process dies with a call under way that may have changed something. */
  private static final List<String> IN_A_SIDE_EFFECT =
      List.of("after:dispatch append:1", "before:ended append:1", "before:ended append:2");

  @Test
  void whereverAProcessIsKilledItsRunGoesOnAndRepeatsNoSideEffect(@TempDir Path folder)
      throws Exception {
    prepare(folder);
    CrashingProcess process = new CrashingProcess(folder);
    assertThat(process.run("undisturbed")).as(process::tail).isZero();
    for (int i = 0; i < POINTS.size(); i++) {
      // SIGKILL, as the parent sees it.
      assertThat(process.run(agent(i), POINTS.get(i))).as(POINTS.get(i)).isEqualTo(137);
    }
    assertThat(process.run()).as(process::tail).isZero();

    List<Report> reports = reports(folder);
    List<String> ledger = Files.readAllLines(folder.resolve("ledger.txt"));
    Report undisturbed =
        reports.stream().filter(it -> it.agent().equals("undisturbed")).findFirst().orElseThrow();
    assertThat(reports).hasSize(POINTS.size() + 1);
    for (Report report : reports) {
      checkEnd(report);
      checkLedger(report, ledger);
      checkConversation(report, undisturbed);
    }
  }

  private static void checkEnd(Report report) {
    assertThat(report.status()).as(report.agent()).isEqualTo("completed");
    assertThat(report.events()).as(report.agent()).containsOnlyOnce("run.finished");
    assertThat(report.events().getLast()).as(report.agent()).isEqualTo("run.finished");
    assertThat(report.calls()).as(report.agent()).hasSize(4);
  }

  /** What is said to have succeeded happened once, and nothing happened twice that may not. */
  private static void checkLedger(Report report, List<String> ledger) {
    for (String line :
        List.of("append " + report.agent() + " 1", "append " + report.agent() + " 2")) {
      assertThat(Collections.frequency(ledger, line)).as(line).isLessThanOrEqualTo(1);
    }
    long appended =
        ledger.stream().filter(it -> it.startsWith("append " + report.agent() + " ")).count();
    long succeeded = report.calls().stream().filter("append succeeded"::equals).count();
    assertThat(appended).as(report.agent()).isGreaterThanOrEqualTo(succeeded);
    assertThat(ledger).as(report.agent()).contains("put " + report.agent());
  }

  private static void checkConversation(Report report, Report undisturbed) {
    String point = report.agent().equals("undisturbed") ? "" : POINTS.get(number(report.agent()));
    if (IN_A_SIDE_EFFECT.contains(point)) {
      assertThat(report.calls()).as(point).containsOnlyOnce("append outcome_unknown");
      assertThat(report.transcript()).as(point).hasSameSizeAs(undisturbed.transcript());
      assertThat(report.transcript().toString()).as(point).contains("interrupted");
    } else {
      assertThat(report.calls()).as(point).isEqualTo(undisturbed.calls());
      assertThat(report.transcript()).as(point).isEqualTo(undisturbed.transcript());
    }
  }

  private static void prepare(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("agents"));
    try (var server = CrashPointsIT.class.getResourceAsStream("/ledger-mcp-server.mjs")) {
      Files.copy(server, folder.resolve("ledger-mcp-server.mjs"));
    }
    List<String> names = new ArrayList<>(List.of("undisturbed"));
    for (int i = 0; i < POINTS.size(); i++) {
      names.add(agent(i));
    }
    for (String name : names) {
      Files.writeString(folder.resolve("agents/" + name + ".md"), agentFile(name));
    }
  }

  private static String agentFile(String name) {
    return """
    ---
    model: rehearsal
    tools: ["ledger:*"]
    script:
      - calls: [{ tool: ledger__append, args: { line: "NAME 1" } }]
      - calls:
          - { tool: ledger__read, args: { line: "NAME" } }
          - { tool: ledger__put, args: { line: "NAME" } }
      - calls: [{ tool: ledger__append, args: { line: "NAME 2" } }]
      - text: "Done: {{result.2}}, {{result.3}}"
    ---
    You keep a ledger.
    """
        .replace("NAME", name);
  }

  private static List<Report> reports(Path folder) {
    return JsonMapper.builder()
        .build()
        .readValue(folder.resolve("report.json").toFile(), new TypeReference<>() {});
  }

  private static String agent(int point) {
    return "point" + (char) ('a' + point);
  }

  private static int number(String agent) {
    return agent.charAt(agent.length() - 1) - 'a';
  }
}
