package io.outlast.bench;

import java.util.List;

/** Who takes part: all, or only the service with {@code -Dbench.peers=false}. */
final class Contestants {

  private Contestants() {}

  /** The last of them is the service. */
  static <T> List<T> chosen(List<T> all) {
    return Boolean.parseBoolean(System.getProperty("bench.peers", "true")) ? all : all.subList(all.size() - 1, all.size());
  }
}
