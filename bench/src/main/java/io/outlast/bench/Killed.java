package io.outlast.bench;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One of two replicas is killed with runs in their tools; how long until the last of them goes on with the other. */
record Killed(int runs) implements Case {

  @Override
  public JsonObject measure(Path jar) throws Exception {
    try (Stage stage = new Stage(jar, "killed")) {
      Database database = stage.database();
      Outlast.Setup setup = stage.setup("service", database);
      Outlast a = stage.start(setup);
      Outlast b = stage.start(setup);
      Load load = stage.keep(new Load(a.port(), b.port()));
      load.run(32, 500, "seconds=0");
      long before = database.number("select count(*) from run");
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        all.add(load.submit(i % 2 == 0 ? a.port() : b.port(), "seconds=30 mark=k" + i));
      }
      Load.await(Future.all(all));
      while (stage.fakes().getLong("marks") < runs) {
        Thread.sleep(50);
      }
      a.jvm().kill();
      long began = System.nanoTime();
      long orphans = database.number("select count(*) from run where status = 'running'");
      while (resumed(database) == 0 || waiting(database) > 0) {
        Thread.sleep(20);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      long resumed = resumed(database);
      while (database.number("select count(*) from run where status in ('queued', 'running')") > 0) {
        Thread.sleep(100);
      }
      return new JsonObject()
          .put("runs", runs)
          .put("underWay", orphans)
          .put("resumed", resumed)
          .put("lastResumedAfterSeconds", seconds)
          .put("lost", before + runs - database.number("select count(*) from run"))
          .put("notCompleted", database.number("select count(*) from run where status <> 'completed'"))
          .put("doubled", stage.fakes().getLong("doubled"));
    }
  }

  private static long resumed(Database database) {
    return database.number("select count(*) from run where attempt > 1");
  }

  /** Runs that wait, or whose owner is gone: resumed ones come one after the other. */
  private static long waiting(Database database) {
    return database.number(
        "select count(*) from run_queue where picked = false or last_heartbeat < now() - interval '12 seconds'");
  }
}
