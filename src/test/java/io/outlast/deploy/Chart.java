package io.outlast.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.util.FileSystemUtils;
import org.yaml.snakeyaml.Yaml;

/** The Helm chart, rendered by Helm itself as release {@code demo} in namespace {@code agents}. */
final class Chart {

  static final Path HOME = Path.of("helm/outlast");

  /** The least that makes the chart install. */
  static final String ACCESS = "credentials: {existingSecret: keys}\n";

  private static final Path RENDERED = withoutCluster();

  private Chart() {}

  static LintResult lint() {
    return new Helm(HOME).lint().strict().call();
  }

  /** Objects that these values, one YAML text after the other, give. */
  static Manifests render(String... values) {
    return rendered("demo", values);
  }

  static Manifests rendered(String release, String... values) {
    List<Path> files = new ArrayList<>();
    try {
      var command = new Helm(RENDERED).template().withName(release).withNamespace("agents");
      for (String text : values) {
        Path file = Files.writeString(Files.createTempFile("values", ".yaml"), text);
        files.add(file);
        command.withValuesFile(file);
      }
      return Manifests.of(command.call());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      files.forEach(file -> file.toFile().delete());
    }
  }

  /** Rendering leaves hooks out, and the pod of {@code helm test} is one; there is no cluster. */
  private static Path withoutCluster() {
    try {
      Path copy = Files.createTempDirectory("chart").resolve("outlast");
      FileSystemUtils.copyRecursively(HOME, copy);
      replace(copy.resolve("templates/tests/answers.yaml"), "helm.sh/hook: test", "hook: test");
      replace(
          copy.resolve("templates/postgresql.yaml"),
          "lookup \"v1\" \"Secret\" .Release.Namespace $name",
          "dict");
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replace(Path file, String from, String to) throws IOException {
    String text = Files.readString(file);
    if (!text.contains(from)) {
      throw new IllegalStateException(file + " has no " + from);
    }
    Files.writeString(file, text.replace(from, to));
  }

  static Map<String, Object> values() {
    return new Yaml().load(read("values.yaml"));
  }

  static String read(String file) {
    try {
      return Files.readString(HOME.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
