package io.outlast.mcp;

import java.util.List;
import java.util.regex.Pattern;

/** Globs over tool names: {@code *} any run of characters, {@code ?} any single one. */
final class ToolGlob {

  private ToolGlob() {}

  /** Included by one glob and excluded by none. */
  static boolean offers(List<String> include, List<String> exclude, String tool) {
    return include.stream().anyMatch(glob -> matches(glob, tool))
        && exclude.stream().noneMatch(glob -> matches(glob, tool));
  }

  static boolean matches(String glob, String tool) {
    StringBuilder regex = new StringBuilder();
    for (char c : glob.toCharArray()) {
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(tool).matches();
  }
}
