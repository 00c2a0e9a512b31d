package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class LastAnswersTest {

  private final LastAnswers answers = new LastAnswers();

  @Test
  void aConnectionIsKeptUntilTheServiceStopsAndEndedFromThenOn() throws Exception {
    assertThat(answer().getHeader("Connection")).isNull();

    answers.onApplicationEvent(new ContextClosedEvent(new StaticApplicationContext()));

    assertThat(answer().getHeader("Connection")).isEqualTo("close");
  }

  @Test
  void anAnswerThatWasWaitedForWhileTheStopBeganEndsItsConnectionToo() throws Exception {
    MockMvc asking =
        MockMvcBuilders.standaloneSetup(new Waiting()).setControllerAdvice(answers).build();
    assertThat(ask(asking).getHeader("Connection")).isNull();

    answers.onApplicationEvent(new ContextClosedEvent(new StaticApplicationContext()));

    assertThat(ask(asking).getHeader("Connection")).isEqualTo("close");
  }

  private static MockHttpServletResponse ask(MockMvc asking) throws Exception {
    return asking.perform(MockMvcRequestBuilders.get("/wait")).andReturn().getResponse();
  }

  @RestController
  private static final class Waiting {
    @GetMapping("/wait")
    Map<String, String> over() {
      return Map.of("status", "running");
    }
  }

  private MockHttpServletResponse answer() throws ServletException, IOException {
    MockHttpServletResponse response = new MockHttpServletResponse();
    answers.doFilter(new MockHttpServletRequest(), response, new MockFilterChain());
    return response;
  }
}
