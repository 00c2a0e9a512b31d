package io.outlast.webhook;

import io.outlast.journal.Journal;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class WebhookConfiguration {

  @Bean
  Webhooks webhooks(
      JdbcClient jdbc,
      Journal journal,
      RunDocument document,
      OutlastSettings settings,
      JsonMapper json) {
    Clock clock = Clock.systemUTC();
    return new Webhooks(
        new Outbox(jdbc),
        new WebhookSender(settings.webhooks(), clock),
        settings.webhooks(),
        new Webhooks.Message(journal, document, json),
        clock);
  }

  /** A command sends nothing; see {@code io.outlast.worker.WorkerSwitch}. */
  @Bean
  @ConditionalOnProperty(
      name = "internal.outlast-worker",
      havingValue = "true",
      matchIfMissing = true)
  Postman postman(Webhooks webhooks) {
    return new Postman(webhooks);
  }

  record Postman(Webhooks webhooks) {

    @Scheduled(fixedDelayString = "PT1S", initialDelayString = "PT1S")
    void deliver() {
      webhooks.deliver();
    }
  }
}
