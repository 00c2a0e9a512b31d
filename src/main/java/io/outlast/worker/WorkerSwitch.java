package io.outlast.worker;

/** Whether this process takes runs from the queue. */
public final class WorkerSwitch {

  /** Set to false by commands; not a setting of the service. */
  public static final String PROPERTY = "internal.outlast-worker";

  private WorkerSwitch() {}
}
