package io.outlast.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;

/** Keeps the table in the chart's README the one that values.yaml gives. */
class ValuesTableTest {

  private static final Path README = Chart.HOME.resolve("README.md");
  private static final String WRITE = "docs.write";
  private static final Pattern TABLE =
      Pattern.compile("(?s)(<!-- values -->\n).*(<!-- /values -->)");
  private static final Pattern KEY = Pattern.compile("( *)([A-Za-z0-9]+):.*");

  @Test
  void theTableInTheReadmeIsTheOneOfTheValues() throws IOException {
    String before = Files.readString(README);
    String after =
        TABLE.matcher(before).replaceFirst("$1" + Matcher.quoteReplacement(table()) + "$2");
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(README, after);
    }

    assertThat(Files.readString(README))
        .as("run this test with -D%s=true to write the table anew", WRITE)
        .isEqualTo(after);
  }

  @Test
  void everyValueIsDescribed() {
    Map<String, Object> flat = new TreeMap<>();
    flatten("", Chart.values(), descriptions(), flat);

    assertThat(descriptions().keySet()).containsExactlyInAnyOrderElementsOf(flat.keySet());
  }

  private static String table() {
    Map<String, String> descriptions = descriptions();
    Map<String, Object> flat = new LinkedHashMap<>();
    flatten("", Chart.values(), descriptions, flat);
    return flat.entrySet().stream()
        .map(it ->
            "| `%s` | %s | %s |\n"
                .formatted(it.getKey(), shown(it.getValue()), descriptions.get(it.getKey())))
        .collect(Collectors.joining("", "| value | default | |\n|---|---|---|\n", ""));
  }

  /** A map that has a description of its own is one value. */
  private static void flatten(
      String path, Map<?, ?> values, Map<String, String> described, Map<String, Object> into) {
    values.forEach((key, value) -> {
      String here = path + key;
      if (value instanceof Map<?, ?> map && !described.containsKey(here)) {
        flatten(here + ".", map, described, into);
      } else {
        into.put(here, value);
      }
    });
  }

  private static String shown(Object value) {
    if (value == null || value.equals("")) {
      return "–";
    }
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.FLOW);
    options.setWidth(10_000);
    return "`" + new Yaml(options).dump(value).strip() + "`";
  }

  /** The comments that begin with "# --", by the key below them. */
  private static Map<String, String> descriptions() {
    Map<String, String> found = new LinkedHashMap<>();
    Deque<String> path = new ArrayDeque<>();
    String comment = null;
    for (String line : List.of(Chart.read("values.yaml").split("\n"))) {
      Matcher key = KEY.matcher(line);
      if (line.strip().startsWith("# -- ")) {
        comment = line.strip().substring(5);
      } else if (key.matches()) {
        while (path.size() > key.group(1).length() / 2) {
          path.removeLast();
        }
        path.addLast(key.group(2));
        if (comment != null) {
          found.put(String.join(".", path), comment);
        }
        comment = null;
      }
    }
    return found;
  }
}
