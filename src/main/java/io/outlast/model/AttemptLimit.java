package io.outlast.model;

import io.outlast.control.Deadline;
import java.time.Duration;

/**
 * The limit of one attempt, fixed before it starts so that the reason of its expiry is fixed too.
 *
 * @param byBudget whether it is the run's end rather than the model's own limit
 */
record AttemptLimit(Duration length, boolean byBudget) {

  static AttemptLimit of(Duration timeout, Deadline budget) {
    Duration left = budget.remaining();
    boolean byBudget = !timeout.isPositive() || (!budget.isNever() && left.compareTo(timeout) <= 0);
    return new AttemptLimit(byBudget ? left : timeout, byBudget);
  }
}
