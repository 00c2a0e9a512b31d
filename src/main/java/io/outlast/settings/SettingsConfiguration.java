package io.outlast.settings;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Makes {@link OutlastSettings} and {@link SecretMasker} before every other bean, so that a broken
 * configuration stops the start before a database is opened or a line logged.
 */
@Configuration(proxyBeanMethods = false)
class SettingsConfiguration {

  @Bean
  static OutlastSettings outlastSettings(ConfigurableEnvironment environment) {
    return SettingsLoader.load(environment);
  }

  @Bean
  static SecretMasker secretMasker(OutlastSettings settings, ConfigurableEnvironment environment) {
    return new SecretMasker(Secrets.of(settings, environment));
  }

  @Bean
  static BeanFactoryPostProcessor settingsFirst() {
    return beans -> MaskedLog.install(beans.getBean(SecretMasker.class));
  }
}
