package io.outlast.doctor;

import io.outlast.model.Models;
import io.outlast.model.Models.ModelCheck;
import io.outlast.model.Models.ModelInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks every model's provider at the same time whether it lets us in. Blocks. */
final class ModelChecks {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Models models;

  ModelChecks(Models models) {
    this.models = models;
  }

  List<ModelReport> check(List<AgentReport> agents) throws InterruptedException {
    List<Callable<ModelReport>> checks =
        models.list().stream()
            .map(model -> (Callable<ModelReport>) () -> check(model, agents))
            .toList();
    List<ModelReport> reports = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<ModelReport> report : executor.invokeAll(checks)) {
        reports.add(report.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return reports;
  }

  private ModelReport check(ModelInfo model, List<AgentReport> agents) {
    ModelCheck found = models.check(model.name(), TIMEOUT);
    return new ModelReport(
        model.name(),
        model.provider(),
        model.model(),
        model.baseUrl(),
        model.keyPresent(),
        found.ok(),
        found.detail(),
        agents.stream()
            .filter(agent -> model.name().equals(agent.model()))
            .map(AgentReport::name)
            .toList());
  }
}
