package io.outlast.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.OutlastApplication;
import io.outlast.agent.AgentCatalog;
import io.outlast.agent.RunRequests;
import io.outlast.journal.Journal;
import io.outlast.queue.RunQueue;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** The database stops under running runs, for longer than their leases last, and comes back. */
class DatabaseAwayIT {

  private static final Duration AWAY = Duration.ofSeconds(25);
  private static final int RUNS = 5;

  @Test
  void runsGoOnWhereTheyWereWhenTheDatabaseIsBack(@TempDir Path folder) throws IOException {
    int port = freePort();
    Files.createDirectories(folder.resolve("agents"));
    Files.writeString(folder.resolve("agents/keeper.md"), agent());
    Path script = folder.resolve("ledger-mcp-server.mjs");
    try (var server = getClass().getResourceAsStream("/ledger-mcp-server.mjs")) {
      Files.copy(server, script);
    }
    EmbeddedPostgres database = start(folder, port);
    try (ConfigurableApplicationContext service = service(folder, port)) {
      Journal journal = service.getBean(Journal.class);
      List<RunId> runs = submit(service);
      Path ledger = folder.resolve("ledger.txt");
      await().until(() -> Files.exists(ledger) && Files.readAllLines(ledger).size() == RUNS);

      database.close();
      HealthIndicator health = service.getBean("dbHealthContributor", HealthIndicator.class);
      await().until(() -> health.health().getStatus().equals(Status.DOWN));
      long asked = System.nanoTime();
      health.health();
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(3));
      await().pollDelay(AWAY).timeout(AWAY.plusSeconds(10)).until(() -> true);
      database = start(folder, port);

      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> runs.stream().allMatch(id -> found(journal, id).status().isTerminal()));
      for (RunId id : runs) {
        Run run = found(journal, id);
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.attempt()).isEqualTo(1);
        assertThat(journal.events(id, 0, 100).stream().map(entry -> entry.event().type()))
            .containsOnlyOnce("run.started", "run.finished")
            .doesNotContain("run.resumed");
      }
      assertThat(Files.readAllLines(ledger)).hasSize(2 * RUNS);
    } finally {
      database.close();
    }
  }

  private static EmbeddedPostgres start(Path folder, int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve("postgres"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  private static ConfigurableApplicationContext service(Path folder, int port) {
    SpringApplication service = new SpringApplication(OutlastApplication.class);
    service.setWebApplicationType(WebApplicationType.NONE);
    service.setRegisterShutdownHook(false);
    Map<String, String> settings =
        Map.of(
            "spring.datasource.url",
            "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
            "spring.datasource.username",
            "postgres",
            // One listens to other processes; runs that wait for a tool hold none.
            "spring.datasource.hikari.maximum-pool-size",
            "3",
            "outlast.agents.location",
            "file:" + folder.resolve("agents") + "/",
            "outlast.mcp.servers.ledger.command",
            "node",
            "outlast.mcp.servers.ledger.args[0]",
            folder.resolve("ledger-mcp-server.mjs").toString(),
            "outlast.mcp.servers.ledger.args[1]",
            folder.resolve("ledger.txt").toString());
    return service.run(
        settings.entrySet().stream()
            .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
            .toArray(String[]::new));
  }

  private static List<RunId> submit(ConfigurableApplicationContext service) {
    List<RunId> runs = new ArrayList<>();
    var spec = service.getBean(AgentCatalog.class).find("keeper").orElseThrow().spec();
    var limits = service.getBean(OutlastSettings.class).limits();
    for (int i = 0; i < RUNS; i++) {
      runs.add(
          service
              .getBean(RunQueue.class)
              .submit(RunRequests.prepare(spec, "go", LimitOverrides.NONE, "{}", limits))
              .id());
    }
    return runs;
  }

  private static String agent() {
    return """
    ---
    model: rehearsal
    tools: ["ledger:*"]
    script:
      - calls: [{ tool: ledger__append, args: { line: before } }]
      - calls: [{ tool: ledger__wait, args: { ms: 5000 } }]
      - calls: [{ tool: ledger__append, args: { line: after } }]
      - text: Done
    ---
    You keep a ledger.
    """;
  }

  private static Run found(Journal journal, RunId id) {
    return journal.find(id).orElseThrow();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
