package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.HandClock;
import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseCookie;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.AuthenticationServiceException;

/** What a cookie is worth, when, and to whom. */
class BrowserSessionsTest {

  private static final String KEY = "a-key-of-someone-4711";

  private final HandClock clock = new HandClock();
  private final DataSource database = database();
  private final JdbcClient jdbc = JdbcClient.create(database);
  private final BrowserSessions here = new BrowserSessions(jdbc, clock);
  private final BrowserSessions otherProcess = new BrowserSessions(jdbc, clock);

  DataSource database() {
    return JdbcConnectionPool.create(
        "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
  }

  @BeforeEach
  void migrate() {
    TestJournal.on(database, clock, new JournalTail());
    jdbc.sql("delete from browser_session").update();
  }

  @Test
  void anyProcessKnowsTheSession() {
    ResponseCookie cookie = here.begin(KEY, new MockHttpServletRequest());
    assertThat(otherProcess.credentials(with(cookie))).isEqualTo(KEY);
  }

  @Test
  void signingOutAnywhereEndsItForEveryCopyOfTheCookie() {
    ResponseCookie cookie = here.begin(KEY, new MockHttpServletRequest());
    ResponseCookie another = here.begin(KEY, new MockHttpServletRequest());
    assertThat(otherProcess.end(with(cookie)).getMaxAge()).isZero();
    assertThat(here.credentials(with(cookie))).isNull();
    assertThat(here.credentials(with(another))).isEqualTo(KEY);
  }

  @Test
  void signingInAgainEndsTheSessionBefore() {
    ResponseCookie before = here.begin(KEY, new MockHttpServletRequest());
    ResponseCookie now = here.begin("another", with(before));
    assertThat(here.credentials(with(before))).isNull();
    assertThat(here.credentials(with(now))).isEqualTo("another");
  }

  @Test
  void aSessionIsOverAfterItsTimeAndLeavesNothing() {
    ResponseCookie cookie = here.begin(KEY, new MockHttpServletRequest());
    clock.advance(BrowserSessions.LONGEST.minusSeconds(1));
    assertThat(here.credentials(with(cookie))).isEqualTo(KEY);
    clock.advance(Duration.ofSeconds(1));
    assertThat(here.credentials(with(cookie))).isNull();
    here.begin(KEY, new MockHttpServletRequest());
    assertThat(jdbc.sql("select count(*) from browser_session").query(Long.class).single())
        .isEqualTo(1);
  }

  @Test
  void neitherTheCookieNorTheDatabaseHoldsTheKey() {
    ResponseCookie cookie = here.begin(KEY, new MockHttpServletRequest());
    SessionId id = SessionId.parse(cookie.getValue()).orElseThrow();
    byte[] stored =
        jdbc.sql("select credentials from browser_session where id = :id")
            .param("id", id.name())
            .query((row, number) -> row.getBytes(1))
            .single();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain(KEY);
    assertThat(SessionId.create(new SecureRandom()).open(stored)).isEmpty();
    assertThat(id.open(stored)).contains(KEY.getBytes(StandardCharsets.UTF_8));
    assertThat(id.name()).doesNotContain(cookie.getValue());
  }

  @Test
  void whatIsNoIdOfOursIsNobody() {
    for (String value : List.of("", "x", "a".repeat(43), "a".repeat(5000), "%%%")) {
      assertThat(here.credentials(with(ResponseCookie.from("outlast-session", value).build())))
          .as(value)
          .isNull();
    }
    assertThat(here.credentials(new MockHttpServletRequest())).isNull();
  }

  @Test
  void aDatabaseThatIsAwayIsNoSignOut() {
    BrowserSessions cutOff = new BrowserSessions(JdbcClient.create(new Gone()), clock);
    ResponseCookie cookie = here.begin(KEY, new MockHttpServletRequest());
    assertThatThrownBy(() -> new BearerToken(cutOff).convert(with(cookie)))
        .isInstanceOf(AuthenticationServiceException.class);
  }

  private static MockHttpServletRequest with(ResponseCookie cookie) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setCookies(new Cookie(cookie.getName(), cookie.getValue()));
    return request;
  }

  private static final class Gone extends AbstractDataSource {
    @Override
    public java.sql.Connection getConnection() throws SQLException {
      throw new SQLException("away");
    }

    @Override
    public java.sql.Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }
  }
}
