package io.outlast.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(20)
class DemoMcpServerTest {

  private PrintStream toServer;
  private BufferedReader fromServer;
  private Thread server;

  @BeforeEach
  void start() throws IOException {
    Pipe requests = Pipe.open();
    Pipe answers = Pipe.open();
    InputStream serverIn = Channels.newInputStream(requests.source());
    OutputStream serverOut = Channels.newOutputStream(answers.sink());
    toServer =
        new PrintStream(Channels.newOutputStream(requests.sink()), true, StandardCharsets.UTF_8);
    fromServer =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(answers.source()), StandardCharsets.UTF_8));
    server =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                DemoMcpServer.serve(serverIn, serverOut);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  @AfterEach
  void theServerEndsWithItsInput() throws InterruptedException {
    toServer.close();
    server.join(5_000);
    assertThat(server.isAlive()).isFalse();
  }

  @Test
  void theClientsProtocolVersionIsSpoken() throws IOException {
    request(1, "initialize", "{\"protocolVersion\":\"2025-06-18\"}");

    JsonNode result = next().path("result");
    assertThat(result.path("protocolVersion").asString()).isEqualTo("2025-06-18");
    assertThat(result.path("capabilities").has("tools")).isTrue();
  }

  @Test
  void onlyTheNoteIsMarkedAsAnEffectAndTheSilentToolSaysNothing() throws IOException {
    request(1, "tools/list", "{}");

    JsonNode tools = next().path("result").path("tools");
    assertThat(tools)
        .extracting(tool -> tool.path("name").asString())
        .containsExactly("clock", "notes_add", "notes_list", "countdown", "never");
    assertThat(tools)
        .extracting(tool -> tool.path("annotations").path("readOnlyHint").toString())
        .containsExactly("true", "false", "true", "true", "");
  }

  @Test
  void notesAreKeptAndReadBack() throws IOException {
    assertThat(call("notes_list", "{}")).isEqualTo("no notes");
    assertThat(call("notes_add", "{\"text\":\"grüße 🎈\"}")).isEqualTo("noted");
    assertThat(call("notes_list", "{}")).isEqualTo("- grüße 🎈");
  }

  @Test
  void anUnknownZoneIsAnErrorOfTheToolNotOfTheProtocol() throws IOException {
    callRequest(1, "clock", "{\"zone\":\"Nowhere/Land\"}");

    assertThat(next().path("result").path("isError").asBoolean()).isTrue();
  }

  @Test
  void aCallThatNeverEndsHoldsUpNoOther() throws IOException {
    callRequest(1, "never", "{}");
    callRequest(2, "clock", "{}");

    JsonNode answer = next();
    assertThat(answer.path("id").asInt()).isEqualTo(2);
    assertThat(answer.path("result").path("content").path(0).path("text").asString())
        .contains("[UTC]");
  }

  @Test
  void aCancelledCallIsNotAnswered() throws IOException {
    callRequest(1, "countdown", "{\"seconds\":1}");
    toServer.println(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    callRequest(2, "countdown", "{\"seconds\":1}");

    // The second countdown ends after the first would have.
    assertThat(next().path("id").asInt()).isEqualTo(2);
  }

  @Test
  void progressCarriesTheCallersToken() throws IOException {
    request(
        1,
        "tools/call",
        "{\"name\":\"countdown\",\"arguments\":{\"seconds\":1},\"_meta\":{\"progressToken\":\"t\"}}");

    JsonNode progress = next();
    assertThat(progress.path("method").asString()).isEqualTo("notifications/progress");
    assertThat(progress.path("params").path("progressToken").asString()).isEqualTo("t");
    assertThat(progress.path("params").path("progress").asInt()).isEqualTo(1);
    assertThat(next().path("id").asInt()).isEqualTo(1);
  }

  @Test
  void unknownMethodsToolsAndGarbageAreAnsweredWithTheirCodes() throws IOException {
    request(1, "resources/list", "{}");
    assertThat(errorCode()).isEqualTo(-32601);
    callRequest(2, "nothing", "{}");
    assertThat(errorCode()).isEqualTo(-32602);
    toServer.println("{\"jsonrpc\":");
    assertThat(errorCode()).isEqualTo(-32700);
    request(3, "ping", "{}");
    assertThat(next().path("result").isObject()).isTrue();
  }

  private String call(String tool, String arguments) throws IOException {
    callRequest(7, tool, arguments);
    return next().path("result").path("content").path(0).path("text").asString();
  }

  private void callRequest(int id, String tool, String arguments) {
    request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private void request(int id, String method, String params) {
    toServer.printf(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}%n", id, method, params);
  }

  private int errorCode() throws IOException {
    return next().path("error").path("code").asInt();
  }

  private JsonNode next() throws IOException {
    return JsonMapper.shared().readTree(fromServer.readLine());
  }
}
