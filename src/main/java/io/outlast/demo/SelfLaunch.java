package io.outlast.demo;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Tells the configuration how this program can be started a second time, as {@code
 * outlast-self.java}, {@code outlast-self.class-path} and {@code outlast-self.main-class}. The demo
 * profile starts its MCP server with them, from the jar and from a class path alike.
 */
final class SelfLaunch implements EnvironmentPostProcessor {

  private static final String APPLICATION = "io.outlast.OutlastApplication";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    Map<String, Object> self =
        Map.of(
            "outlast-self.java", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "outlast-self.class-path", absolute(System.getProperty("java.class.path")),
            "outlast-self.main-class", APPLICATION);
    environment.getPropertySources().addLast(new MapPropertySource("outlast-self", self));
  }

  /** The child may have another working directory. */
  private static String absolute(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
