package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.OutlastApplication;
import io.outlast.client.ApiClient;
import io.outlast.client.ApiException;
import io.outlast.client.api.AgentsApi;
import io.outlast.client.api.McpServersApi;
import io.outlast.client.api.RunsApi;
import io.outlast.client.model.Event;
import io.outlast.client.model.Run;
import io.outlast.client.model.RunRequest;
import io.outlast.client.model.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** A client that a generator made from docs/openapi.json drives real runs. */
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "outlast.agents.location=classpath:inspector-agents/"
    })
@ActiveProfiles("demo")
class GeneratedClientIT {

  @LocalServerPort int port;
  ApiClient client;
  RunsApi runs;

  @BeforeEach
  void connect() {
    client = new ApiClient();
    client.updateBaseUri("http://127.0.0.1:" + port);
    runs = new RunsApi(client);
  }

  @Test
  void aRunIsStartedWatchedAndReadWithoutASurprise() throws ApiException {
    RunRequest wanted =
        new RunRequest()
            .agent("evil")
            .input("Write it down")
            .metadata(Map.of("team", "red"))
            .limits(Map.of("toolTimeout", "20s"));
    Run started = runs.startRun(wanted, "key-1");
    assertThat(runs.startRun(wanted, "key-1").getId()).isEqualTo(started.getId());
    String id = String.valueOf(started.getId());
    Run over = runs.waitForRun(id, "60s");
    assertThat(over.getStatus()).isEqualTo("completed");
    assertThat(over.getMetadata()).containsEntry("team", "red");
    assertThat(over.getUsage().getToolCalls()).isEqualTo(2);
    assertThat(over.getLimits().get("toolTimeout").getValue()).isEqualTo("PT20S");
    List<Event> events = runs.listEvents(id, null, null, null, null).getItems();
    assertThat(events).extracting(Event::getType).startsWith("run.queued").endsWith("run.finished");
    List<ToolCall> calls = runs.listToolCalls(id, null, null, null).getItems();
    assertThat(calls).extracting(ToolCall::getTool).containsExactly("notes_add", "notes_list");
    ToolCall whole = runs.getToolCall(id, calls.getFirst().getId());
    assertThat(whole.getResult()).containsEntry("isError", false);
    assertThat(whole.getDeadline().getSource()).isEqualTo("request");
    assertThat(runs.getTranscript(id).getMessages()).hasSizeGreaterThan(3);
    assertThat(runs.listRuns("completed", "evil", null, null, "5", null).getItems())
        .extracting(Run::getId)
        .contains(id);
    runs.deleteRun(id);
    assertThatThrownBy(() -> runs.getRun(id))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(404);
              assertThat(e.getResponseBody()).contains("unknown_run");
            });
  }

  @Test
  void aRunIsCancelled() throws ApiException {
    Run started = runs.startRun(new RunRequest().agent("waits").input("x"), null);
    runs.cancelRun(String.valueOf(started.getId()), null);
    assertThat(runs.waitForRun(String.valueOf(started.getId()), "30s").getStatus())
        .isEqualTo("cancelled");
  }

  @Test
  void agentsAndServersAreRead() throws ApiException {
    assertThat(new AgentsApi(client).listAgents().getItems()).hasSize(5);
    assertThat(new McpServersApi(client).getMcpServer("demo").getName()).isEqualTo("demo");
  }
}
