package io.outlast.doctor;

import static io.outlast.doctor.Fixtures.agent;
import static io.outlast.doctor.Fixtures.deadline;
import static io.outlast.doctor.Fixtures.limit;
import static io.outlast.doctor.Fixtures.server;
import static io.outlast.doctor.Fixtures.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.doctor.Finding.Severity;
import io.outlast.settings.McpServerSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingsTest {

  private static final ToolReport ECHO = tool("echo", deadline("PT10M", "global"));
  private static final Set<String> MODELS = Set.of("fake");

  @Test
  void onlyARequiredServerThatIsDownIsAnError() {
    assertThat(ofServer(server("backoff", false), Fixtures.stdio("server")))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.WARN))
        .satisfies(it -> assertThat(it.message()).contains("it ended"));
    assertThat(ofServer(server("backoff", true), Fixtures.stdio("server")))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR));
    assertThat(ofServer(server("ready", true, ECHO), Fixtures.stdio("server"))).isEmpty();
  }

  @Test
  void aSettingForAToolThatIsNotOfferedIsPointedOut() {
    assertThat(messages(ofServer(server("ready", false, ECHO), Fixtures.stdioWith("ecko"))))
        .containsExactly(
            "tools.ecko changes nothing: it names the tool 'ecko', which the MCP server 'fms' does"
                + " not offer; did you mean echo?");
    assertThat(ofServer(server("ready", false, ECHO), Fixtures.stdioWith("echo"))).isEmpty();
  }

  @Test
  void anIdleLimitThatNeverFiresIsPointedOut() {
    ToolReport tool = tool("echo", deadline("PT10S", "global", "PT10S"));
    assertThat(messages(ofServer(server("ready", false, tool), Fixtures.stdio("server"))))
        .singleElement()
        .asString()
        .contains("idle limit never fires");
  }

  @ParameterizedTest
  @CsvSource({
    "npx, -y @scope/server, true",
    "npx, -y @scope/server@1.2.3, false",
    "npx, -y plain, true",
    "/usr/bin/npx, plain@2, false",
    "uvx, server, true",
    "uvx, server==1.0, false",
    "node, server.js, false"
  })
  void aServerInWhateverVersionIsNewestIsPointedOut(String command, String args, boolean pointed) {
    McpServerSettings settings = Fixtures.stdio(command, args.split(" "));
    assertThat(ofServer(server("ready", false, ECHO), settings)).hasSize(pointed ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "http://mcp.example.com/mcp, true",
    "https://mcp.example.com/mcp, false",
    "http://127.0.0.1:9/mcp, false"
  })
  void credentialsOverPlainHttpArePointedOut(String url, boolean pointed) {
    assertThat(ofServer(server("ready", false, ECHO), Fixtures.http(url))).hasSize(pointed ? 1 : 0);
  }

  @Test
  void aPatternThatMatchesNothingIsPointedOutUnlessItsServerIsDown() {
    ServerReport ready = server("ready", false, ECHO);
    assertThat(ofAgent(agent("fake", List.of("fms:ecko")), ready))
        .singleElement()
        .isEqualTo(Finding.warn("agent tester", "'fms:ecko' matches no tool of fms"));
    assertThat(ofAgent(agent("fake", List.of("fsm:echo")), ready))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("names no MCP server", "fms"));
    assertThat(ofAgent(agent("fake", List.of("fms:echo")), server("backoff", false)))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.INFO));
  }

  @Test
  void aToolThatAnAgentConfiguresInVainIsPointedOut() {
    AgentReport agent = agent("fake", List.of());
    AgentReport warned =
        new AgentReport(
            agent.name(),
            null,
            agent.model(),
            agent.tools(),
            agent.limits(),
            agent.resolvedTools(),
            List.of(),
            List.of(),
            List.of("tools-config.fms:ecko changes nothing"),
            agent.source());
    assertThat(ofAgent(warned, server("ready", false, ECHO)))
        .containsExactly(Finding.warn("agent tester", "tools-config.fms:ecko changes nothing"));
  }

  @Test
  void anAgentWhoseModelIsNotConfiguredIsAnError() {
    assertThat(ofAgent(agent("fakt", List.of()), server("ready", false, ECHO)))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.ERROR))
        .satisfies(it -> assertThat(it.message()).contains("fakt", "fake"));
  }

  @Test
  void aToolTimeoutThatSomebodyChoseAboveTheRunTimeoutIsAWarning() {
    assertThat(severities("PT10M", deadline("PT20M", "server:fms"))).containsOnly(Severity.WARN);
    assertThat(severities("PT10M", deadline("PT10M", "global"))).containsOnly(Severity.INFO);
    assertThat(severities("PT10M", deadline("PT9M", "server:fms"))).isEmpty();
  }

  @Test
  void aCallThatNothingEndsIsAWarning() {
    assertThat(severities("PT0S", deadline("PT0S", "agent"))).containsOnly(Severity.WARN);
    assertThat(severities("PT0S", deadline("PT1M", "agent"))).isEmpty();
  }

  @Test
  void aModelWithoutAKeyMattersOnlyWhenAnAgentUsesIt() {
    assertThat(ModelFindings.of(List.of(model(List.of()))))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.INFO));
    assertThat(ModelFindings.of(List.of(model(List.of("tester")))))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Severity.WARN));
  }

  @Test
  void theWorstFindingComesFirstAndDecides() {
    List<Finding> found =
        List.of(Finding.info("a", "a"), Finding.error("b", "b"), Finding.warn("c", "c"));
    assertThat(DoctorReport.statusOf(found)).isEqualTo("error");
    assertThat(DoctorReport.statusOf(List.of(found.getFirst()))).isEqualTo("ok");
    assertThat(DoctorReport.statusOf(List.of())).isEqualTo("ok");
  }

  private static List<Finding> ofServer(ServerReport server, McpServerSettings settings) {
    return ServerFindings.of(List.of(server), Map.of("fms", settings));
  }

  private static List<Finding> ofAgent(AgentReport agent, ServerReport server) {
    return AgentFindings.of(List.of(agent), List.of(server), MODELS);
  }

  private static List<Severity> severities(String runTimeout, DeadlineReport tool) {
    Map<String, LimitReport> limits =
        Map.of("runTimeout", limit(runTimeout, "global"), "modelTimeout", limit("PT1M", "global"));
    return LimitFindings.of(agent(limits, tool)).stream().map(Finding::severity).toList();
  }

  private static List<String> messages(List<Finding> findings) {
    return findings.stream().map(Finding::message).toList();
  }

  private static ModelReport model(List<String> usedBy) {
    return new ModelReport("m", "openai", "gpt", "https://x", false, false, "no key", usedBy);
  }
}
