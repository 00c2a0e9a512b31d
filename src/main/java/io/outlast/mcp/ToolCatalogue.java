package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools on offer over all servers at one moment. Immutable. */
final class ToolCatalogue {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalogue.class);

  private final Map<String, ToolSpec> byExposedName;

  private ToolCatalogue(Map<String, ToolSpec> byExposedName) {
    this.byExposedName = byExposedName;
  }

  static ToolCatalogue of(Collection<List<ToolSpec>> perServer) {
    Map<String, ToolSpec> named = new TreeMap<>();
    perServer.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(spec -> spec.ref().toString()))
        .forEach(spec -> add(named, spec));
    return new ToolCatalogue(named);
  }

  private static void add(Map<String, ToolSpec> named, ToolSpec spec) {
    if (named.putIfAbsent(spec.exposedName(), spec) != null) {
      String other = ToolNames.fallback(spec.ref());
      named.putIfAbsent(
          other,
          new ToolSpec(other, spec.ref(), spec.description(), spec.inputSchema(), spec.effect()));
    }
  }

  List<ToolSpec> tools() {
    return List.copyOf(byExposedName.values());
  }

  Optional<ToolSpec> find(String exposedName) {
    return Optional.ofNullable(byExposedName.get(exposedName));
  }

  List<ToolSpec> toolsOf(String server) {
    return byExposedName.values().stream().filter(t -> t.ref().server().equals(server)).toList();
  }

  /** What a new listing brings, for the log. */
  static String difference(List<ToolSpec> before, List<ToolSpec> after) {
    Map<String, ToolSpec> old = new TreeMap<>();
    before.forEach(spec -> old.put(spec.ref().tool(), spec));
    List<String> words = new ArrayList<>();
    for (ToolSpec spec : after) {
      ToolSpec was = old.remove(spec.ref().tool());
      if (!spec.equals(was)) {
        words.add((was == null ? "+" : "~") + spec.ref().tool());
      }
    }
    old.keySet().forEach(gone -> words.add("-" + gone));
    return words.isEmpty() ? "none" : String.join(" ", words);
  }

  /**
   * What one server's listing comes to: filtered, named, repaired; a bad tool costs only itself.
   */
  static List<ToolSpec> offered(
      String server, McpServerSettings settings, Collection<ListedTool> listed) {
    Map<String, ToolSpec> byTool = new LinkedHashMap<>();
    for (ListedTool tool : listed) {
      if (ToolGlob.offers(settings.include(), settings.exclude(), tool.name())) {
        ToolRef ref = new ToolRef(server, tool.name());
        Optional<Map<String, Object>> schema = SchemaRepair.repair(tool.inputSchema());
        if (schema.isEmpty()) {
          log.warn("{}: left out, its input schema is not one of an object", ref.display());
        } else if (byTool.containsKey(tool.name())) {
          log.warn("{}: listed twice, the first one counts", ref.display());
        } else {
          byTool.put(
              tool.name(),
              new ToolSpec(
                  ToolNames.exposed(ref),
                  ref,
                  tool.description(),
                  schema.get(),
                  ToolEffects.of(tool, settings)));
        }
      }
    }
    return new ArrayList<>(byTool.values());
  }
}
