package io.outlast.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Does what several threads want to write in one transaction, for a database whose commit costs
 * more than its statements: H2 writes every page that a transaction touched. What comes while one
 * commit is under way makes up the next.
 *
 * <p>A caller returns once its work is committed, as with a transaction of its own. Work that fails
 * undoes no other: the group is rolled back and each is done alone, so it must bear being done
 * twice. Thread-safe. All work is done by one platform thread, which nobody interrupts: an
 * interrupt in the middle of a write would close the file of the database.
 */
final class GroupCommit implements TransactionOperations, AutoCloseable {

  private static final int MOST = 64;

  private final TransactionOperations alone;
  private final BlockingQueue<Work<?>> waiting = new LinkedBlockingQueue<>();
  private final Thread writer;
  private volatile boolean closed;

  GroupCommit(TransactionOperations alone) {
    this.alone = alone;
    this.writer = Thread.ofPlatform().daemon().name("journal-writer").start(this::write);
  }

  private record Work<T extends @Nullable Object>(
      TransactionCallback<T> action, CompletableFuture<T> done) {

    /** What to tell the caller once it is committed. */
    Runnable in(TransactionStatus status) {
      T result = action.doInTransaction(status);
      return () -> done.complete(result);
    }

    void alone(TransactionOperations transaction) {
      try {
        done.complete(transaction.execute(action));
      } catch (Throwable e) {
        done.completeExceptionally(e);
      }
    }
  }

  @Override
  public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
    if (closed || TransactionSynchronizationManager.isActualTransactionActive()) {
      return alone.execute(action);
    }
    Work<T> mine = new Work<>(action, new CompletableFuture<T>());
    waiting.add(mine);
    if (closed && waiting.remove(mine)) {
      return alone.execute(action);
    }
    try {
      return mine.done().join();
    } catch (CompletionException e) {
      throw failure(e);
    }
  }

  /** How many works wait for the commit that is under way. */
  int waiting() {
    return waiting.size();
  }

  private static RuntimeException failure(CompletionException e) {
    return switch (e.getCause()) {
      case RuntimeException expected -> expected;
      case Error error -> throw error;
      case null, default -> e;
    };
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    waiting.add(new Work<@Nullable Object>(status -> null, new CompletableFuture<>()));
    writer.join();
  }

  private void write() {
    List<Work<?>> group = new ArrayList<>();
    try {
      while (!closed || !waiting.isEmpty()) {
        group.add(waiting.take());
        waiting.drainTo(group, MOST - 1);
        write(group);
        group.clear();
      }
    } catch (InterruptedException e) {
      // Nobody does that.
      throw new IllegalStateException(e);
    }
  }

  private void write(List<Work<?>> group) {
    if (group.size() == 1) {
      group.getFirst().alone(alone);
      return;
    }
    Attempt attempt = new Attempt(group);
    try {
      alone.executeWithoutResult(attempt::work);
    } catch (Throwable e) {
      attempt.failed(e);
    }
    if (attempt.isOneToBlame()) {
      group.forEach(work -> work.alone(alone));
    } else {
      attempt.tell();
    }
  }

  /** One transaction of several. */
  private static final class Attempt {
    private final List<Work<?>> group;
    private final List<Runnable> told = new ArrayList<>();
    private boolean begun;
    private boolean rolledBack;

    Attempt(List<Work<?>> group) {
      this.group = group;
    }

    void work(TransactionStatus status) {
      begun = true;
      for (Work<?> work : group) {
        told.add(work.in(status));
      }
      rolledBack = status.isRollbackOnly();
    }

    /** Without a connection, or when the commit was not confirmed, all are told the same. */
    void failed(Throwable why) {
      if (!isOneToBlame()) {
        told.clear();
        group.forEach(work -> told.add(() -> work.done().completeExceptionally(why)));
      }
    }

    boolean isOneToBlame() {
      return rolledBack || begun && told.size() < group.size();
    }

    void tell() {
      told.forEach(Runnable::run);
    }
  }
}
