package io.outlast.agent;

import java.util.List;
import java.util.Optional;

/** The agents that can be run. Thread-safe; never blocks. */
public interface AgentCatalog {

  /** All agents by name. */
  List<Entry> list();

  Optional<Entry> find(String name);

  /** What is wrong with files that have never given an agent. */
  default List<String> problems() {
    return List.of();
  }

  /**
   * An agent with what is wrong with it.
   *
   * @param spec the last good definition
   * @param problems errors of a later, broken edit; empty when the file is as good as the
   *     definition
   */
  record Entry(AgentSpec spec, List<String> problems) {}
}
