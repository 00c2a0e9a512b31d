package io.outlast.model;

/** How one attempt ended. */
sealed interface Outcome {

  record Answered(ModelReply.Answer answer) implements Outcome {}

  record Failed(Trouble trouble) implements Outcome {}

  /** The attempt's limit came first. */
  record OutOfTime() implements Outcome {}

  /** The cancel signal or an interrupt came first. */
  record Stopped() implements Outcome {}

  /** Value of the metric tag {@code error.type}. */
  default String errorType() {
    return switch (this) {
      case Answered _ -> "none";
      case Failed failed -> failed.trouble().errorType();
      case OutOfTime _ -> "timeout";
      case Stopped _ -> "cancelled";
    };
  }
}
