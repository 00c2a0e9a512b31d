package io.outlast.mcp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The environment of a child process: built from a few names, never inherited. */
final class ChildEnvironment {

  private static final List<String> HANDED_ON = List.of("PATH", "HOME", "LANG", "TMPDIR");

  private ChildEnvironment() {}

  /**
   * @param service environment of this service
   * @param own the server block's {@code env}, which wins
   */
  static Map<String, String> build(Map<String, String> service, Map<String, String> own) {
    Map<String, String> built = new HashMap<>();
    // Without a locale, runtimes that ask for one write something else than UTF-8 to a pipe.
    built.put("LANG", "C.UTF-8");
    for (String name : HANDED_ON) {
      String value = service.get(name);
      if (value != null) {
        built.put(name, value);
      }
    }
    built.putAll(own);
    return built;
  }
}
