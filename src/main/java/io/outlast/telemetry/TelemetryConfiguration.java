package io.outlast.telemetry;

import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.SdkTracerProviderBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TelemetryConfiguration {

  @Bean
  SdkTracerProviderBuilderCustomizer runTraces() {
    return builder -> builder.setIdGenerator(new RunTraces());
  }
}
