package io.outlast.settings;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Reads the configuration and registers the beans {@link OutlastSettings}, {@link SecretMasker} and
 * {@link RereadSettings} before any other bean is so much as defined: a broken configuration stops
 * the start at once, and no line is logged unmasked. Spring Boot finds it in {@code
 * spring.factories}.
 */
public final class SettingsInitializer
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  /**
   * @throws InvalidConfigurationException naming file, key and remedy
   */
  @Override
  public void initialize(ConfigurableApplicationContext context) {
    RereadSettings.readTreesAlways(context.getEnvironment());
    OutlastSettings settings = SettingsLoader.load(context.getEnvironment());
    SecretMasker masker = new SecretMasker(Secrets.of(settings, context.getEnvironment()));
    MaskedLog.install(masker);
    ConfigurableListableBeanFactory beans = context.getBeanFactory();
    beans.registerSingleton("outlastSettings", settings);
    beans.registerSingleton("secretMasker", masker);
    beans.registerSingleton("rereadSettings", new RereadSettings(context.getEnvironment(), masker));
  }
}
