package io.outlast.bench.peer;

import java.time.Duration;
import java.util.List;

/** What a peer does for one run: asks the model, calls the tool that it names, asks again. */
public interface Agent {

  /** Blocks until the run has ended; throws when it did not end with the model's text. */
  void run(String input) throws Exception;

  /**
   * Where its model and its MCP server are.
   *
   * @param fakes the port of the model, and of the MCP server over HTTP
   * @param toolTimeout limit of one tool call
   * @param stdio the command of the MCP server over stdio; empty for HTTP
   */
  record Surroundings(int fakes, Duration toolTimeout, List<String> stdio) {

    public String modelUrl() {
      return "http://127.0.0.1:" + fakes + "/v1";
    }

    public String mcpUrl() {
      return "http://127.0.0.1:" + fakes + "/mcp";
    }
  }

  /** Sets an agent up. */
  interface Maker {
    Agent make(Surroundings surroundings) throws Exception;
  }
}
