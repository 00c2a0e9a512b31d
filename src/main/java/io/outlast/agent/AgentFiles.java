package io.outlast.agent;

import java.io.IOException;
import java.util.Map;

/** The Markdown files of the agents. */
interface AgentFiles {

  /** Every file with something that changes when its content does. */
  Map<String, Object> stamps() throws IOException;

  byte[] read(String file) throws IOException;

  /** Whether a name is one of an agent's file, and no README or leftover of an editor. */
  static boolean isAgent(String fileName) {
    return fileName.endsWith(".md")
        && !fileName.startsWith(".")
        && !fileName.equalsIgnoreCase("README.md");
  }
}
