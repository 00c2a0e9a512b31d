package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** Tokens of an issuer, side by side with keys. */
@ApiTest
@TestPropertySource(properties = "OUTLAST_API_KEY=single-key-9")
class JwtTest {

  private static final RSAKey KEY = key();
  private static final HttpServer ISSUER = issuer();
  private static volatile boolean up;

  @LocalServerPort int port;
  Client client;

  @DynamicPropertySource
  static void settings(DynamicPropertyRegistry registry) {
    registry.add("spring.security.oauth2.resourceserver.jwt.issuer-uri", JwtTest::issuerUri);
  }

  @BeforeEach
  void connect() {
    client = new Client(port);
    up = true;
  }

  @AfterAll
  static void stop() {
    ISSUER.stop(0);
  }

  @Test
  void theServiceStartsWithoutItsIssuerAndSaysSo() throws JOSEException {
    String token = token(claims("outlast:viewer"));
    up = false;
    client
        .with(token(claims("outlast:viewer"), unheard()))
        .get("/v1/runs")
        .isProblem(503, "unavailable");
    up = true;
    assertThat(client.with(token).get("/v1/runs").status()).isEqualTo(200);
    assertThat(client.with("single-key-9").get("/v1/runs").status()).isEqualTo(200);
  }

  @Test
  void aBrowserIsNotToldThatItsTokenIsUnknownWhileTheIssuerIsAway() throws JOSEException {
    up = false;
    Answer answer =
        client.send(
            "POST",
            "/sign-in",
            BodyPublishers.ofString("key=" + token(claims("outlast:viewer"), unheard())),
            "Content-Type",
            "application/x-www-form-urlencoded",
            "Sec-Fetch-Site",
            "same-origin");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("5");
    assertThat(answer.body()).contains("can not be found out").doesNotContain("is not known here");
  }

  @Test
  void theScopeDecides() throws JOSEException {
    Client viewer = client.with(token(claims("openid outlast:viewer")));
    assertThat(viewer.get("/v1/runs").status()).isEqualTo(200);
    viewer.post("/v1/runs", "{}").isProblem(403, "forbidden");
    Client operator = client.with(token(claims("outlast:operator")));
    assertThat(operator.get("/v1/runs").status()).isEqualTo(200);
    operator.post("/v1/runs", "{}").isProblem(400, "invalid_request");
  }

  @Test
  void rolesCountToo() throws JOSEException {
    Client operator =
        client.with(token(claims(null).claim("roles", List.of("x", "outlast.operator"))));
    operator.post("/v1/runs", "{}").isProblem(400, "invalid_request");
  }

  @Test
  void anotherApplicationsOperatorIsNobodyHere() throws JOSEException {
    Client stranger = client.with(token(claims("operator viewer")));
    stranger.get("/v1/runs").isProblem(403, "forbidden");
  }

  @Test
  void aTokenThatIsOverOrForgedIsRefused() throws JOSEException {
    Date past = Date.from(Instant.now().minus(Duration.ofHours(1)));
    client
        .with(token(claims("outlast:viewer").expirationTime(past)))
        .get("/v1/runs")
        .isProblem(401, "unauthorized");
    client
        .with(token(claims("outlast:viewer").issuer("https://elsewhere.example")))
        .get("/v1/runs")
        .isProblem(401, "unauthorized");
    String good = token(claims("outlast:viewer"));
    client
        .with(good.substring(0, good.length() - 4) + "AAAA")
        .get("/v1/runs")
        .isProblem(401, "unauthorized");
  }

  private static JWTClaimsSet.Builder claims(@org.jspecify.annotations.Nullable String scope) {
    return new JWTClaimsSet.Builder()
        .issuer(issuerUri())
        .subject("ada")
        .claim("scope", scope)
        .expirationTime(Date.from(Instant.now().plusSeconds(300)));
  }

  private static String token(JWTClaimsSet.Builder claims) throws JOSEException {
    return token(claims, KEY);
  }

  private static String token(JWTClaimsSet.Builder claims, RSAKey key) throws JOSEException {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
    SignedJWT jwt = new SignedJWT(header, claims.build());
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }

  /** One of the issuer's that nobody knows yet, so it has to be looked up. */
  private static RSAKey unheard() throws JOSEException {
    return new RSAKeyGenerator(2048).keyID("k2").generate();
  }

  private static RSAKey key() {
    try {
      return new RSAKeyGenerator(2048).keyID("k1").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String issuerUri() {
    return "http://127.0.0.1:" + ISSUER.getAddress().getPort();
  }

  private static HttpServer issuer() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", JwtTest::answer);
      server.start();
      return server;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body =
        path.equals("/keys")
            ? new JWKSet(KEY.toPublicJWK()).toString()
            : "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\",\"subject_types_supported\":[\"public\"]}"
                .formatted(issuerUri(), issuerUri());
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean known = path.equals("/keys") || path.equals("/.well-known/openid-configuration");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(!up ? 503 : known ? 200 : 404, bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    }
  }
}
