package io.outlast.agent;

import io.outlast.settings.ConfigEntry;
import io.outlast.settings.Place;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads YAML into entries that know their lines. Scalars stay text, so that {@code description:
 * yes} says yes; only below keys that take anything they become numbers, truth values, lists and
 * maps.
 */
final class FrontMatterYaml {

  private static final int DEEPEST = 30;

  private final String file;
  private final int firstLine;
  private final Predicate<List<String>> open;
  private final List<ConfigEntry> entries = new ArrayList<>();

  /**
   * @param firstLine number of the YAML's first line in the file
   * @param open tells the keys that take anything
   */
  FrontMatterYaml(String file, int firstLine, Predicate<List<String>> open) {
    this.file = file;
    this.firstLine = firstLine;
    this.open = open;
  }

  /**
   * @throws BrokenFrontMatter if it is no YAML mapping
   */
  List<ConfigEntry> read(String yaml) {
    try {
      Node root = yaml().compose(new StringReader(yaml));
      if (root instanceof MappingNode mapping) {
        mapping(mapping, List.of());
      } else if (root != null && !Tag.NULL.equals(root.getTag())) {
        throw new BrokenFrontMatter(line(root), "is not a list of keys and values");
      }
      return entries;
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine();
      throw new BrokenFrontMatter(firstLine + line, "is broken YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw new BrokenFrontMatter(firstLine, "is broken YAML: " + e.getMessage());
    }
  }

  private void mapping(MappingNode mapping, List<String> path) {
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new BrokenFrontMatter(line(tuple.getKeyNode()), "has a key that is no text");
      }
      if (!seen.add(key.getValue())) {
        throw new BrokenFrontMatter(line(key), "has the key " + key.getValue() + " twice");
      }
      node(tuple.getValueNode(), with(path, key.getValue()), key);
    }
  }

  private void node(Node node, List<String> path, Node key) {
    if (path.size() > DEEPEST) {
      throw new BrokenFrontMatter(line(node), "is nested too deeply");
    }
    if (open.test(path)) {
      entry(path, new Values().of(node), key);
      return;
    }
    switch (node) {
      case MappingNode mapping when !mapping.getValue().isEmpty() -> mapping(mapping, path);
      case SequenceNode sequence when !sequence.getValue().isEmpty() -> {
        List<Node> items = sequence.getValue();
        for (int i = 0; i < items.size(); i++) {
          node(items.get(i), with(path, String.valueOf(i)), items.get(i));
        }
      }
      case ScalarNode scalar when !Tag.NULL.equals(scalar.getTag()) ->
          entry(path, scalar.getValue(), key);
      default -> entry(path, "", key);
    }
  }

  private void entry(List<String> path, @Nullable Object value, Node key) {
    Place place = new Place(file + ":" + line(key));
    entries.add(new ConfigEntry(path, String.join(".", path), value == null ? "" : value, place));
  }

  private int line(Node node) {
    return firstLine + node.getStartMark().getLine();
  }

  private static List<String> with(List<String> path, String key) {
    List<String> longer = new ArrayList<>(path);
    longer.add(key);
    return longer;
  }

  private static Yaml yaml() {
    DumperOptions dumper = new DumperOptions();
    return new Yaml(
        new Values(), new Representer(dumper), dumper, new LoaderOptions(), new JsonScalars());
  }

  /** Makes plain Java values of a part of a document. */
  private static final class Values extends SafeConstructor {
    Values() {
      super(new LoaderOptions());
    }

    @Nullable Object of(Node node) {
      return constructDocument(node);
    }
  }

  /** Scalars as in JSON: a date, {@code on} and {@code 10:30} are text. */
  private static final class JsonScalars extends Resolver {
    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.NULL, Pattern.compile("~|null|Null|NULL| "), "~nN\0");
      addImplicitResolver(Tag.NULL, Pattern.compile(""), null);
      addImplicitResolver(Tag.BOOL, Pattern.compile("true|false"), "tf");
      addImplicitResolver(Tag.INT, Pattern.compile("-?(0|[1-9][0-9]*)"), "-0123456789");
      addImplicitResolver(
          Tag.FLOAT,
          Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?"),
          "-0123456789");
    }
  }
}
