package io.outlast.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunIdTest {

  @Test
  void theTraceOfARunHasTheSameBitsAsItsId() {
    assertThat(new RunId("run_00000000000000000000000001").traceId())
        .isEqualTo("00000000000000000000000000000001");
    assertThat(new RunId("run_7ZZZZZZZZZZZZZZZZZZZZZZZZZ").traceId())
        .isEqualTo("ffffffffffffffffffffffffffffffff");
    assertThat(RunId.create().traceId()).matches("[0-9a-f]{32}");
  }
}
