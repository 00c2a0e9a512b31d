package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.TestDatabase;
import io.outlast.run.Run;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class H2QueueTest extends QueueFixture {

  @Override
  TestDatabase database() {
    return TestDatabase.H2;
  }

  /** Whoever holds the row of the first lets go after the lock's timeout of this database. */
  @Test
  void aLeaseThatItsLateOwnerIsEndingHoldsUpNoOther() throws Exception {
    Replica dead = replica("dead", Duration.ofHours(1));
    Replica other = replica("other", Duration.ofHours(1));
    Run first = dead.queue.submit(newRun(null));
    Run second = dead.queue.submit(newRun(null));
    dead.runs.take(first.id()).orElseThrow();
    dead.runs.take(second.id()).orElseThrow();
    try (Connection late = pool.getConnection();
        PreparedStatement ends =
            late.prepareStatement("update run_queue set priority = 1 where task_instance = ?")) {
      late.setAutoCommit(false);
      ends.setString(1, first.id().value());
      ends.executeUpdate();

      assertThat(other.leases.reviveAll()).isEqualTo(1);

      late.rollback();
    }
    assertThat(other.leases.reviveAll()).isEqualTo(1);
  }
}
