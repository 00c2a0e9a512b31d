package io.outlast.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignatureTest {

  /** The example of the Standard Webhooks specification. */
  @Test
  void signsAsTheSpecificationDoes() {
    assertThat(
            new Signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .of(
                    "msg_p5jXN8AQM9LWM0D4loKWxJek",
                    Instant.ofEpochSecond(1614265330),
                    "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void anotherTextTimeIdOrSecretSignsOtherwise() {
    Instant at = Instant.ofEpochSecond(1);
    String signed = new Signature("a plain text as secret").of("a", at, "b");
    assertThat(signed)
        .isNotEqualTo(new Signature("another text as secret").of("a", at, "b"))
        .isNotEqualTo(new Signature("a plain text as secret").of("a", at.plusSeconds(1), "b"))
        .isNotEqualTo(new Signature("a plain text as secret").of("c", at, "b"));
  }
}
