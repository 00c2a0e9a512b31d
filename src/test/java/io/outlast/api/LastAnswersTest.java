package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LastAnswersTest {

  private final LastAnswers answers = new LastAnswers();

  @Test
  void aConnectionIsKeptUntilTheServiceStopsAndEndedFromThenOn() throws Exception {
    assertThat(answer().getHeader("Connection")).isNull();

    answers.onApplicationEvent(new ContextClosedEvent(new StaticApplicationContext()));

    assertThat(answer().getHeader("Connection")).isEqualTo("close");
  }

  private MockHttpServletResponse answer() throws ServletException, IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    answers.doFilter(new MockHttpServletRequest(), response, new MockFilterChain());
    return response;
  }
}
