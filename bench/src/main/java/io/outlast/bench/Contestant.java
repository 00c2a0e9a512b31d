package io.outlast.bench;

import java.util.concurrent.CompletableFuture;

/** Something that runs agents in a process of its own: the service, or what could be used instead. */
interface Contestant extends AutoCloseable {

  String name();

  Jvm jvm();

  /** So many users start so many runs between them, each the next when its last has ended; blocks until all have. */
  Load.Seen run(int users, int runs, String input);

  /** Starts so many runs at once and waits for all of them, but not for each: for runs that wait long. */
  CompletableFuture<Load.Seen> all(int runs, String input);

  /** How long each tool call of the last runs kept its run, in microseconds; hung calls only. */
  long[] toolTimes();

  @Override
  void close();
}
