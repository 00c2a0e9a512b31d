package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

  @Test
  void nothingAndSettingsAloneStartTheService() {
    assertThat(CommandLine.of()).isEqualTo(new CommandLine.Service());
    assertThat(CommandLine.of("--server.port=9")).isEqualTo(new CommandLine.Service());
  }

  @Test
  void settingsStandAnywhereBesideTheCommand() {
    String setting = "--outlast.limits.run-timeout=4s";
    CommandLine.RunAgent expected =
        new CommandLine.RunAgent("tester", "do it", true, List.of(setting));
    assertThat(CommandLine.of("run", "tester", "do it", "--json", setting)).isEqualTo(expected);
    assertThat(CommandLine.of("run", setting, "tester", "--json", "do it")).isEqualTo(expected);
    assertThat(CommandLine.of("--json", setting, "run", "tester", "do it")).isEqualTo(expected);
    assertThat(CommandLine.of(setting, "doctor"))
        .isEqualTo(new CommandLine.Doctor(false, List.of(setting)));
    assertThat(CommandLine.of("doctor", setting))
        .isEqualTo(new CommandLine.Doctor(false, List.of(setting)));
  }

  @Test
  void afterTwoDashesEverythingIsText() {
    assertThat(CommandLine.of("run", "tester", "--", "--json"))
        .isEqualTo(new CommandLine.RunAgent("tester", "--json", false, List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "bogus, no command 'bogus'",
    "run, needs the name of an agent",
    "run tester, run tester needs an input",
    "run tester say hello, before 'hello'",
    "doctor please, 'please'",
  })
  void aMistakeIsNamed(String line, String named) {
    assertThat(CommandLine.of(line.split(" ")))
        .isInstanceOfSatisfying(
            CommandLine.Mistake.class, it -> assertThat(it.message()).contains(named));
  }
}
