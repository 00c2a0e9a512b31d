package io.outlast.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outlast.OutlastApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole running service: what it does by itself, seen from outside. */
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "outlast.agents.location=classpath:timed-agents/",
      "outlast.agents.watch=false",
      "outlast.webhooks.secret=" + ServiceInUseTest.SECRET,
      "outlast.webhooks.allow-private-addresses=true"
    })
@DirtiesContext
class ServiceInUseTest {

  static final String SECRET = "whsec_c2lnbnMgdGhlIG1lc3NhZ2VzIG9mIGEgdGVzdA==";

  private record Received(Headers headers, String body) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private HttpServer receiver;

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void open() throws IOException {
    client = new Client(port);
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::receive);
    receiver.start();
  }

  @AfterEach
  void close() {
    receiver.stop(0);
  }

  @Test
  void theEndOfARunIsToldToItsWebhookInASignedMessage() throws Exception {
    String hook = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook?token=t0ken";
    String id =
        client
            .post("/v1/runs", "{\"agent\":\"ticker\",\"input\":\"x\",\"webhook\":\"" + hook + "\"}")
            .json()
            .path("id")
            .asString();

    Received message = received.poll(30, TimeUnit.SECONDS);

    assertThat(message).isNotNull();
    String messageId = message.headers().getFirst("webhook-id");
    String timestamp = message.headers().getFirst("webhook-timestamp");
    assertThat(message.headers().getFirst("webhook-signature"))
        .isEqualTo("v1," + hmac(messageId + "." + timestamp + "." + message.body()));
    assertThat(Instant.ofEpochSecond(Long.parseLong(timestamp)))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    JsonNode told = JsonMapper.builder().build().readTree(message.body());
    assertThat(told.path("type").asString()).isEqualTo("run.finished");
    assertThat(told.path("data").path("id").asString()).isEqualTo(id);
    assertThat(told.path("data").path("status").asString()).isEqualTo("completed");
    assertThat(told.path("data").path("output").asString()).isEqualTo("tock");
    await()
        .untilAsserted(() -> {
          JsonNode webhook = client.get("/v1/runs/" + id + "/webhook").json();
          assertThat(webhook.path("status").asString()).isEqualTo("delivered");
          assertThat(webhook.path("attempts").get(0).path("status").asInt()).isEqualTo(204);
          assertThat(webhook.path("url").asString()).endsWith("/hook");
        });
  }

  @Test
  void aScheduleFiresByItselfOnceForEachInstant() {
    await().atMost(Duration.ofSeconds(30)).until(() -> scheduled().size() >= 2);
    JsonNode schedule = client.get("/v1/schedules").json().path("items").get(0);
    assertThat(schedule.path("lastRunId").asString()).startsWith("run_");
    assertThat(Instant.parse(schedule.path("nextFireAt").asString()))
        .isAfter(Instant.parse(schedule.path("lastFireAt").asString()));
    assertThat(scheduled()).doesNotHaveDuplicates();

    JsonNode paused = client.post("/v1/schedules/ticker/pause", "").json();
    assertThat(paused.path("nextFireAt").isNull()).isTrue();
  }

  /** The instants for which a run was started and has completed, newest first. */
  private List<String> scheduled() {
    return runs("completed").stream()
        .map(run -> run.path("metadata").path("schedule").asString(""))
        .filter(due -> !due.isEmpty())
        .toList();
  }

  private List<JsonNode> runs(String status) {
    return client
        .get("/v1/runs?limit=200&status=" + status)
        .json()
        .path("items")
        .valueStream()
        .toList();
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    received.add(new Received(exchange.getRequestHeaders(), body));
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  /** As the Standard Webhooks specification says, without code of ours. */
  private static String hmac(String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    byte[] key = Base64.getDecoder().decode(SECRET.substring("whsec_".length()));
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
  }
}
