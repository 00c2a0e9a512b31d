package io.outlast.mcp;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.RereadSettings;
import io.outlast.settings.SecretMasker;
import java.time.Clock;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires this package. */
@Configuration(proxyBeanMethods = false)
class McpConfiguration {

  @Bean
  McpRegistry mcpRegistry(
      OutlastSettings settings,
      SecretMasker secrets,
      RereadSettings reread,
      MeterRegistry meters,
      ObjectProvider<Clock> clock) {
    UnaryOperator<String> masker = secrets::mask;
    return new McpRegistry(
        settings.mcp().servers(),
        new RereadCredentials(TransportFactory.standard(masker), reread),
        meters,
        clock.getIfAvailable(Clock::systemUTC),
        masker);
  }
}
