package io.outlast.journal;

import java.util.concurrent.ThreadLocalRandom;

/** Tells one step from any other, so that a repeated write finds out that it was done before. */
record StepMark(String value) {

  static StepMark create() {
    return new StepMark(Long.toHexString(ThreadLocalRandom.current().nextLong()));
  }
}
