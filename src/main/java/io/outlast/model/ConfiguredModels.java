package io.outlast.model;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.settings.ModelSettings;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The models of the configuration. Their options are checked at the start, their clients made when
 * they are first asked, so that a missing key stops nobody who does not ask for that model.
 */
@Component
class ConfiguredModels implements Models {

  /** Null stands for a scripted model. */
  private final Map<String, Optional<Dialect>> dialects = new LinkedHashMap<>();

  private final Map<String, Model> opened = new ConcurrentHashMap<>();
  private final ObjectProvider<MeterRegistry> meters;
  private final UnaryOperator<String> mask;

  ConfiguredModels(
      OutlastSettings settings,
      ObjectProvider<MeterRegistry> meters,
      ObjectProvider<UnaryOperator<String>> mask) {
    settings.models().forEach((name, model) -> dialects.put(name, dialect(name, model)));
    this.meters = meters;
    this.mask = text -> mask.getIfAvailable(UnaryOperator::identity).apply(text);
  }

  private static Optional<Dialect> dialect(String name, ModelSettings settings) {
    return switch (settings.provider()) {
      case OPENAI -> Optional.of(OpenAiDialect.of(name, settings));
      case ANTHROPIC -> Optional.of(AnthropicDialect.of(name, settings));
      case SCRIPTED -> Optional.empty();
    };
  }

  @Override
  public Optional<Model> find(String name) {
    Optional<Dialect> dialect = dialects.get(name);
    return dialect == null
        ? Optional.empty()
        : Optional.of(opened.computeIfAbsent(name, _ -> open(dialect)));
  }

  private Model open(Optional<Dialect> found) {
    if (found.isEmpty()) {
      return new ScriptedModel(new ModelMeter(meters::getIfAvailable, "scripted", "script"));
    }
    Dialect dialect = found.get();
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
    return dialects.entrySet().stream()
        .map(entry -> info(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static ModelInfo info(String name, Optional<Dialect> found) {
    return found
        .map(dialect ->
            new ModelInfo(
                name,
                dialect.provider(),
                dialect.endpoint().model(),
                dialect.endpoint().shownUrl(),
                !dialect.endpoint().key().isEmpty()))
        .orElseGet(() -> new ModelInfo(name, "scripted", "", "", true));
  }

  @Override
  public ModelCheck check(String name, Duration timeout) {
    @Nullable Optional<Dialect> dialect = dialects.get(name);
    if (dialect == null) {
      return new ModelCheck(false, "model '" + name + "' is not configured");
    }
    return dialect
        .map(d -> new ModelProbe(d, mask).check(timeout))
        .orElseGet(() -> new ModelCheck(true, "plays the agents' own scripts"));
  }
}
