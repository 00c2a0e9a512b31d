package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

@NullUnmarked
class GroupCommitTest {

  private final JdbcConnectionPool database =
      JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", "");
  private final JdbcClient jdbc = JdbcClient.create(database);
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger tries = new AtomicInteger();
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicBoolean unsure = new AtomicBoolean();
  private GroupCommit group;

  /** Counts commits; may have no connection, or not confirm what it committed. */
  private final class Manager extends DataSourceTransactionManager {

    Manager() {
      super(database);
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      tries.incrementAndGet();
      if (away.get()) {
        throw new CannotCreateTransactionException("away");
      }
      super.doBegin(transaction, definition);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      super.doCommit(status);
      // The first commit is that of the work that holds the writer.
      if (commits.incrementAndGet() > 1 && unsure.get()) {
        throw new TransactionSystemException("not confirmed");
      }
    }
  }

  @BeforeEach
  void create() {
    jdbc.sql("create table t (id int primary key)").update();
    group = new GroupCommit(new TransactionTemplate(new Manager()));
  }

  @AfterEach
  void close() throws InterruptedException {
    group.close();
    database.dispose();
  }

  @Test
  void whatComesDuringACommitIsCommittedTogether() throws Exception {
    List<CompletableFuture<Integer>> all = together(() -> {}, 1, 2, 3, 4, 5);
    for (int i = 0; i < 5; i++) {
      assertThat(all.get(i).get()).isEqualTo(i + 1);
    }
    assertThat(stored()).containsExactly(1, 2, 3, 4, 5);
    // The one that held the writer, and one for all others.
    assertThat(commits).hasValue(2);
  }

  @Test
  void oneThatFailsIsToldAloneAndUndoesNoOther() throws Exception {
    List<CompletableFuture<Integer>> all = together(() -> {}, 1, 2, 2, 3);
    List<Integer> failed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try {
        all.get(i).get();
      } catch (ExecutionException e) {
        assertThat(e.getCause()).isInstanceOf(DuplicateKeyException.class);
        failed.add(i);
      }
    }
    assertThat(failed).hasSize(1).isSubsetOf(1, 2);
    assertThat(stored()).containsExactly(1, 2, 3);
  }

  @Test
  void aCommitThatIsNotConfirmedIsToldToAllAndDoneOnce() throws Exception {
    List<CompletableFuture<Integer>> all = together(() -> unsure.set(true), 1, 2, 3);
    for (CompletableFuture<Integer> each : all) {
      assertThatThrownBy(each::get).hasCauseInstanceOf(TransactionSystemException.class);
    }
    assertThat(stored()).containsExactly(1, 2, 3);
    assertThat(commits).hasValue(2);
  }

  @Test
  void aDatabaseThatIsAwayIsToldToAllAfterOneTry() throws Exception {
    List<CompletableFuture<Integer>> all = together(() -> away.set(true), 1, 2, 3);
    for (CompletableFuture<Integer> each : all) {
      assertThatThrownBy(each::get).hasCauseInstanceOf(CannotCreateTransactionException.class);
    }
    assertThat(tries).hasValue(2);
    away.set(false);
    assertThat(insert(4)).isEqualTo(4);
    assertThat(stored()).containsExactly(4);
  }

  @Test
  void workWithinWorkIsPartOfIt() {
    int result =
        group.execute(status -> {
          insert(1);
          return insert(2);
        });
    assertThat(result).isEqualTo(2);
    assertThat(commits).hasValue(1);
  }

  @Test
  void anInterruptedCallerGetsItsResultAndTheDatabaseStaysOpen() throws Exception {
    CompletableFuture<Integer> written = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          Thread.currentThread().interrupt();
          written.complete(insert(1));
        });
    assertThat(written.get()).isEqualTo(1);
    assertThat(insert(2)).isEqualTo(2);
  }

  @Test
  void afterTheEndWorkIsStillDone() throws Exception {
    group.close();
    assertThat(insert(1)).isEqualTo(1);
    assertThat(stored()).containsExactly(1);
  }

  /** Has these inserted at the same time, while the writer is held. */
  private List<CompletableFuture<Integer>> together(Runnable before, int... ids)
      throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(() ->
            group.executeWithoutResult(status -> {
              held.countDown();
              awaitQuietly(go);
            }));
    held.await();
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int id : ids) {
      CompletableFuture<Integer> one = new CompletableFuture<>();
      all.add(one);
      Thread.ofVirtual()
          .start(() -> {
            try {
              one.complete(insert(id));
            } catch (RuntimeException e) {
              one.completeExceptionally(e);
            }
          });
    }
    await().until(() -> group.waiting() == ids.length);
    before.run();
    go.countDown();
    return all;
  }

  private int insert(int id) {
    return group.execute(status -> {
      jdbc.sql("insert into t values (?)").param(id).update();
      return id;
    });
  }

  private List<Integer> stored() {
    return jdbc.sql("select id from t order by id").query(Integer.class).list();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
