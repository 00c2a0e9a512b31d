package io.outlast.mcp;

import io.outlast.tool.ToolReply;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * The program that the protocol's conformance suite runs: {@code ConformanceClient URL}, with the
 * scenario in the environment. It connects as the service does and makes the scenario's call.
 */
@NullUnmarked
final class ConformanceClient {

  private ConformanceClient() {}

  public static void main(String[] args) {
    URI url = URI.create(args[0]);
    try (OneServer one = new OneServer(StreamableFixture.settings(url, Map.of())).ready()) {
      ToolReply reply =
          switch (System.getenv("MCP_CONFORMANCE_SCENARIO")) {
            case "tools_call" -> one.call("add_numbers", Map.of("a", 2, "b", 40));
            case "sse-retry" -> one.call("test_reconnection", Map.of());
            case "elicitation-sep1034-client-defaults" ->
                one.call("test_client_elicitation_defaults", Map.of());
            case String initialize -> new ToolReply.Result(Map.of());
          };
      System.out.println(reply);
      if (!(reply instanceof ToolReply.Result)) {
        throw new IllegalStateException("No result: " + reply);
      }
    }
  }
}
