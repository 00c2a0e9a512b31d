package io.outlast.worker;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.agent.PlayedModel;
import io.outlast.agent.PlayedTools;
import io.outlast.journal.Journal;
import io.outlast.queue.Left;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/** What becomes of a run whose database fails under it. */
class RunExecutorTest {

  private final WorkerStage stage =
      new WorkerStage(
          new PlayedModel(calls(call("e", "echo", "{\"text\":\"x\"}")), says("done")),
          new PlayedTools().echo());

  @Test
  void aRunIsWorkedOnToItsEnd() {
    Run run = claimed();
    assertThat(stage.executor(stage.journal).execute(active(run))).isEqualTo(Left.ENDED);
    assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
  }

  /** In the loop a step fails, after it the end. */
  @ParameterizedTest
  @MethodSource("failures")
  void aRunUnderWhichTheDatabaseIsLostGoesOnLater(String method, RuntimeException failure) {
    Run run = claimed();
    RunExecutor executor = stage.executor(failing(method, failure));

    assertThat(executor.execute(active(run))).isEqualTo(Left.LOST);

    assertThat(status(run)).isEqualTo(RunStatus.RUNNING);
    assertThat(stage.journal.find(run.id()).orElseThrow().error()).isNull();
  }

  static Stream<Object[]> failures() {
    return Stream.of("append", "finish")
        .flatMap(method ->
            Stream.of(
                    new CannotCreateTransactionException("no connection within 30 s"),
                    new TransactionSystemException("could not commit"),
                    new DataAccessResourceFailureException("the socket broke"))
                .map(failure -> new Object[] {method, failure}));
  }

  private Run claimed() {
    return stage.journal.claim(stage.submit().id(), "here").orElseThrow();
  }

  private RunStatus status(Run run) {
    return stage.journal.find(run.id()).orElseThrow().status();
  }

  private static ActiveRun active(Run run) {
    return new ActiveRun(run, () -> {});
  }

  private Journal failing(String method, RuntimeException failure) {
    return (Journal)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                throw failure;
              }
              try {
                return called.invoke(stage.journal, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
