package io.outlast.agent;

import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which tools an agent may use, by patterns {@code server:tool} in which {@code *} stands for any
 * text; {@code *} alone is every tool of every server. Immutable.
 */
public final class ToolSelection {

  private final List<ToolPattern> patterns;

  private ToolSelection(List<ToolPattern> patterns) {
    this.patterns = patterns;
  }

  public static ToolSelection of(List<String> patterns) {
    return new ToolSelection(patterns.stream().map(ToolPattern::of).toList());
  }

  public boolean includes(ToolRef tool) {
    return patterns.stream()
        .anyMatch(pattern ->
            pattern.server().matcher(tool.server()).matches()
                && pattern.tool().matcher(tool.tool()).matches());
  }

  public List<ToolSpec> from(List<ToolSpec> all) {
    return all.stream().filter(tool -> includes(tool.ref())).toList();
  }

  /** Of these servers, the ones of which some tool may be meant. */
  public Set<String> serversOf(Set<String> all) {
    return all.stream()
        .filter(server -> patterns.stream().anyMatch(it -> it.server().matcher(server).matches()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private record ToolPattern(Pattern server, Pattern tool) {
    static ToolPattern of(String text) {
      int colon = text.indexOf(':');
      if (colon < 0) {
        // "*" means everything; a bare server name means its tools.
        return new ToolPattern(glob(text), glob("*"));
      }
      return new ToolPattern(glob(text.substring(0, colon)), glob(text.substring(colon + 1)));
    }

    private static Pattern glob(String text) {
      String[] literals = text.split("\\*", -1);
      StringBuilder regex = new StringBuilder();
      for (int i = 0; i < literals.length; i++) {
        regex.append(i == 0 ? "" : ".*").append(Pattern.quote(literals[i]));
      }
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
  }
}
