package io.outlast.model;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.settings.ModelSettings;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.SecretMasker;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/**
 * The models of the configuration. Their options are checked at the start, their clients made when
 * they are first asked, so that a missing key stops nobody who does not ask for that model.
 */
@Component
class ConfiguredModels implements Models, SmartInitializingSingleton {

  private static final String SCRIPTED = "scripted";

  private final Map<String, ModelSettings> configured;
  private final Map<String, Dialect> dialects = new HashMap<>();
  private final Map<String, Model> opened = new ConcurrentHashMap<>();
  private final ObjectProvider<MeterRegistry> meters;
  private final UnaryOperator<String> mask;
  private final CompletableFuture<Void> prepared = new CompletableFuture<>();

  ConfiguredModels(
      OutlastSettings settings, ObjectProvider<MeterRegistry> meters, SecretMasker secrets) {
    this.configured = settings.models();
    this.meters = meters;
    this.mask = secrets::mask;
    configured.forEach((name, model) -> {
      switch (model.provider()) {
        case OPENAI -> dialects.put(name, OpenAiDialect.of(name, model));
        case ANTHROPIC -> dialects.put(name, AnthropicDialect.of(name, model));
        case SCRIPTED -> {}
      }
    });
  }

  /** Meanwhile the rest of the service starts. */
  @Override
  public void afterSingletonsInstantiated() {
    Thread.ofVirtual()
        .name("model-warm-up")
        .start(() -> {
          try {
            dialects.keySet().forEach(this::warmUp);
          } finally {
            prepared.complete(null);
          }
        });
  }

  @Override
  public CompletableFuture<Void> prepared() {
    return prepared;
  }

  private void warmUp(String name) {
    if (find(name).orElse(null) instanceof SpringAiModel model) {
      model.warmUp();
    }
  }

  @Override
  public Optional<Model> find(String name) {
    return configured.containsKey(name)
        ? Optional.of(opened.computeIfAbsent(name, this::open))
        : Optional.empty();
  }

  private Model open(String name) {
    Dialect dialect = dialects.get(name);
    if (dialect == null) {
      return new ScriptedModel(new ModelMeter(meters::getIfAvailable, SCRIPTED, "script"));
    }
    String problem = dialect.endpoint().keyProblem(dialect.keyVariable());
    if (problem != null) {
      return _ -> new ModelReply.Failed(ModelReply.Kind.ERROR, null, problem);
    }
    return new SpringAiModel(
        dialect,
        dialect.open(new Wire(dialect, Clock.systemUTC())),
        Backoff.DEFAULT,
        new ModelMeter(meters::getIfAvailable, dialect.provider(), dialect.endpoint().model()),
        mask);
  }

  @Override
  public List<ModelInfo> list() {
    return configured.keySet().stream().map(this::info).toList();
  }

  private ModelInfo info(String name) {
    Dialect dialect = dialects.get(name);
    if (dialect == null) {
      return new ModelInfo(name, SCRIPTED, "", "", true);
    }
    Endpoint endpoint = dialect.endpoint();
    boolean keyPresent = !endpoint.key().isEmpty();
    return new ModelInfo(
        name, dialect.provider(), endpoint.model(), endpoint.shownUrl(), keyPresent);
  }

  @Override
  public ModelCheck check(String name, Duration timeout) {
    if (!configured.containsKey(name)) {
      return new ModelCheck(false, "model '" + name + "' is not configured");
    }
    Dialect dialect = dialects.get(name);
    return dialect == null
        ? new ModelCheck(true, "plays the agents' own scripts")
        : new ModelProbe(dialect, mask).check(timeout);
  }
}
