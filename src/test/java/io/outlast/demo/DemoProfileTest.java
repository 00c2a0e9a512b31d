package io.outlast.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.settings.McpServerSettings;
import io.outlast.settings.ModelSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

class DemoProfileTest {

  @Test
  @Timeout(30)
  void itsServerStartsFromAnyFolderAndAnswers(@TempDir Path elsewhere) throws Exception {
    McpServerSettings demo = bind("outlast.mcp.servers.demo", McpServerSettings.class);
    List<String> command = new ArrayList<>(demo.args());
    command.addFirst(requireNonNull(demo.command()));
    Process server =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader answers = server.inputReader(StandardCharsets.UTF_8)) {
      server.outputWriter().append("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").flush();
      assertThat(answers.readLine()).contains("\"id\":1", "\"result\":{}");
      server.outputWriter().close();
      assertThat(server.waitFor()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void itNeedsNoKey() throws IOException {
    String defaultModel = bind("outlast.default-model", String.class);
    assertThat(bind("outlast.models." + defaultModel, ModelSettings.class).provider())
        .isEqualTo(ModelSettings.Provider.SCRIPTED);
  }

  private static <T> T bind(String name, Class<T> type) throws IOException {
    StandardEnvironment environment = new StandardEnvironment();
    new SelfLaunch().postProcessEnvironment(environment, new SpringApplication());
    new YamlPropertySourceLoader()
        .load("demo", new ClassPathResource("application-demo.yml"))
        .forEach(environment.getPropertySources()::addFirst);
    environment.setConversionService(new ApplicationConversionService());
    return Binder.get(environment).bind(name, type).get();
  }
}
