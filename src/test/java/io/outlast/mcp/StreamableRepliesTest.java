package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.mcp.RecordedEvents.ExchangeLost;
import io.outlast.mcp.RecordedEvents.Lost;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class StreamableRepliesTest extends StreamableFixture {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500|text/html|<h1>boom</h1>|HTTP 500|boom",
        "400|application/json|{\"why\":\"bad\"}|HTTP 400|bad",
        "200|text/html|<p>login</p>|text/html|login",
        "200|application/json|{\"jsonrpc\":|HTTP 200|jsonrpc",
        "200|application/json|''|HTTP 200|empty body",
        "202|''|''|HTTP 202|empty body",
      })
  void anAnswerThatIsNoReplyIsAnErrorReplyNamingIt(
      int status, String type, String body, String named, String quoted) throws Exception {
    RawHttpServer server = server((request, connection) -> connection.answer(status, type, body));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    JSONRPCResponse reply = events.reply("c-1");
    assertThat(reply.error().code()).isEqualTo(-32603);
    assertThat(reply.error().message()).contains(named, quoted);
    assertThat(events.of(ExchangeLost.class)).isEmpty();
    assertThat(events.of(Lost.class)).isEmpty();
  }

  @Test
  void aJsonRpcErrorWithAnHttpErrorKeepsItsCode() throws Exception {
    RawHttpServer server =
        server((request, connection) ->
            connection.answer(
                400,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32602,\"message\":\"unknown tool\"}}"));
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().code()).isEqualTo(-32602);
    assertThat(events.reply("c-1").error().message()).contains("400", "unknown tool");
  }

  @Test
  void aGarbledReplyInAStreamIsAnErrorReply() throws Exception {
    RawHttpServer server =
        server((request, connection) -> {
          connection.stream();
          connection.event("{\"jsonrpc\":\"2.0\",\"id\":\"c-1\",\"res");
          connection.end();
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("cannot be read");
  }

  @Test
  void anEndlessBodyIsCutOffAtItsLimit() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    RawHttpServer server =
        server((request, connection) -> {
          connection.write(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[");
          byte[] chunk = " ".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.UTF_8);
          try {
            while (true) {
              connection.write(chunk);
            }
          } catch (IOException e) {
            closed.countDown();
            throw e;
          }
        });
    SupervisedTransport transport = connected(server);
    call(transport, "c-1");
    assertThat(events.reply("c-1").error().message()).contains("too long");
    assertThat(closed.await(5, TimeUnit.SECONDS)).isTrue();
  }
}
