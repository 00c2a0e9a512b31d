package io.outlast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.run.RunStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodeTest {

  @ParameterizedTest
  @CsvSource({"COMPLETED, 0", "FAILED, 1", "TIMED_OUT, 124", "CANCELLED, 130"})
  void everyEndHasItsCode(RunStatus status, int code) {
    assertThat(ExitCode.of(status)).isEqualTo(code);
  }

  @ParameterizedTest
  @EnumSource(names = {"QUEUED", "RUNNING"})
  void aRunThatIsNotOverHasNone(RunStatus status) {
    assertThatThrownBy(() -> ExitCode.of(status)).isInstanceOf(IllegalArgumentException.class);
  }
}
