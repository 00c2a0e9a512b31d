package io.outlast.queue;

import io.outlast.run.RunId;

/**
 * A process's hold on a run in the queue. It lasts while heartbeats come; once another process has
 * taken the run over, the version is no longer the table's.
 */
public record Lease(RunId id, long version) {}
