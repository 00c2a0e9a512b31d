package io.outlast.model;

/** A model that can be asked. */
public interface Model {

  /**
   * Asks and waits, on the calling thread, which should be virtual. Returns at the latest when the
   * attempt's limit, the budget or the cancel signal ends it; expected failures are values, never
   * exceptions.
   */
  ModelReply ask(ModelRequest request);
}
