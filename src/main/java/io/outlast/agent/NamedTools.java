package io.outlast.agent;

import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Nearest;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says whether the tools that settings name exist. A setting for a tool that does not exist changes
 * nothing, which nobody would notice before a call hangs. Immutable: what was known when it was
 * made.
 *
 * @param servers the configured servers
 * @param listed those of them that have listed their tools, if only once
 */
public record NamedTools(Set<String> servers, Set<String> listed, Collection<ToolRef> offered) {

  /** What is known at this moment. */
  public static NamedTools of(ToolSource source) {
    // In this order: a server that lists its tools in between has not listed them yet.
    Set<String> listed = source.listed();
    List<ToolRef> offered = source.tools().stream().map(tool -> tool.ref()).toList();
    return new NamedTools(source.servers(), listed, offered);
  }

  /**
   * What is wrong with the name, for the end of a sentence that begins with the setting.
   *
   * @param name {@code server:tool}
   * @return empty when there is such a tool, or when its server was never reached
   */
  public Optional<String> problem(String name) {
    ToolRef tool = ToolLayers.ref(name);
    if (!servers.contains(tool.server())) {
      return Optional.of(
          "names the MCP server '%s', which is not configured; %s"
              .formatted(tool.server(), Nearest.advice(tool.server(), servers)));
    }
    if (isUnknown(tool.server()) || offered.contains(tool)) {
      return Optional.empty();
    }
    Set<String> there =
        offered.stream()
            .filter(it -> it.server().equals(tool.server()))
            .map(ToolRef::tool)
            .collect(Collectors.toSet());
    return Optional.of(
        "names the tool '%s', which the MCP server '%s' does not offer; %s"
            .formatted(tool.tool(), tool.server(), Nearest.advice(tool.tool(), there)));
  }

  /** Which of the tools that a layer of limits names nobody can judge yet, a sentence for each. */
  public List<String> unchecked(String setting, LimitOverrides layer) {
    return layer.toolsConfig().keySet().stream()
        .sorted()
        .filter(name -> isUnknown(ToolLayers.ref(name).server()))
        .map(name -> setting + "." + name + " is not checked: its MCP server was never reached")
        .toList();
  }

  private boolean isUnknown(String server) {
    return servers.contains(server) && !listed.contains(server);
  }

  /** What is wrong with the tools that a layer of limits names, a sentence for each. */
  public List<String> problems(String setting, LimitOverrides layer) {
    return layer.toolsConfig().keySet().stream()
        .sorted()
        .flatMap(name ->
            problem(name).map(it -> setting + "." + name + " changes nothing: it " + it).stream())
        .toList();
  }
}
