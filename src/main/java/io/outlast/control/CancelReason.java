package io.outlast.control;

/** Why a run's work is being stopped. The first reason given is the one that counts. */
public enum CancelReason {
  /** A user asked for it. */
  USER,
  /** The run's wall-clock budget is used up. */
  RUN_TIMEOUT,
  /** This process is stopping; the run goes on elsewhere. */
  DRAIN,
  /** Another owner has taken the run over; nothing more may be written. */
  LEASE_LOST
}
