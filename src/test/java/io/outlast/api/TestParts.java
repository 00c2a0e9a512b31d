package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentSpec;
import io.outlast.settings.LimitOverrides;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolRequest;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** One agent called tester, and no tools. */
@TestConfiguration(proxyBeanMethods = false)
class TestParts {

  @Bean
  @Primary
  AgentCatalog oneAgent() {
    AgentSpec spec =
        new AgentSpec(
            "tester",
            null,
            "rehearsal",
            List.of(),
            LimitOverrides.NONE,
            null,
            null,
            "You test.",
            "tester.md");
    AgentCatalog.Entry tester = new AgentCatalog.Entry(spec, List.of());
    return new AgentCatalog() {
      @Override
      public List<Entry> list() {
        return List.of(tester);
      }

      @Override
      public Optional<Entry> find(String name) {
        return name.equals("tester") ? Optional.of(tester) : Optional.empty();
      }
    };
  }

  @Bean
  @Primary
  ToolSource noTools() {
    return new ToolSource() {
      @Override
      public List<ToolSpec> tools() {
        return List.of();
      }

      @Override
      public Optional<ToolSpec> find(String exposedName) {
        return Optional.empty();
      }

      @Override
      public Set<String> servers() {
        return Set.of();
      }

      @Override
      public CompletableFuture<Void> attempted(Collection<String> servers) {
        return CompletableFuture.completedFuture(null);
      }

      @Override
      public ToolExchange start(ToolRequest request) {
        throw new UnsupportedOperationException("There are no tools");
      }

      @Override
      public List<MissingServer> missingRequired(Collection<String> servers) {
        return List.of();
      }
    };
  }
}
