package io.outlast.agent;

import io.outlast.settings.ConfigProblem;
import io.outlast.settings.InvalidConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents of a set of files. Strict when it is made, forgiving later: a file that becomes broken
 * leaves its last good definition in place.
 */
final class FileAgentCatalog implements AgentCatalog {

  private static final Logger log = LoggerFactory.getLogger(FileAgentCatalog.class);

  /** Makes a file be read again at the next look. */
  private static final Object UNREAD = "unread";

  /**
   * What is known of a file.
   *
   * @param stamp of the content that was read last
   * @param spec the last good definition
   */
  private record Known(Object stamp, @Nullable AgentSpec spec, List<String> problems) {}

  private record View(SortedMap<String, Entry> entries, List<String> problems) {}

  private final AgentFiles files;
  private final AgentParser parser;
  private final Runnable changed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Known> known = new TreeMap<>();
  private Map<String, Object> lastSeen = Map.of();
  private volatile View view = new View(Collections.emptySortedMap(), List.of());

  /**
   * Reads every file.
   *
   * @param changed called after the agents have changed, on the thread that found out
   * @throws InvalidConfigurationException naming what is wrong with any of them
   */
  FileAgentCatalog(AgentFiles files, AgentParser parser, Runnable changed) throws IOException {
    this.files = files;
    this.parser = parser;
    this.changed = changed;
    List<ConfigProblem> problems = new ArrayList<>();
    lastSeen = files.stamps();
    for (Map.Entry<String, Object> file : lastSeen.entrySet()) {
      try {
        AgentSpec spec = parser.parse(file.getKey(), files.read(file.getKey()));
        clash(spec, file.getKey()).ifPresent(problems::add);
        known.put(file.getKey(), new Known(file.getValue(), spec, List.of()));
      } catch (InvalidConfigurationException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(problems);
    }
    view = view();
  }

  @Override
  public List<Entry> list() {
    return List.copyOf(view.entries.values());
  }

  @Override
  public Optional<Entry> find(String name) {
    return Optional.ofNullable(view.entries.get(name));
  }

  @Override
  public List<String> problems() {
    return view.problems;
  }

  /**
   * Looks for changes. A change counts once it has been there unchanged for two calls: an editor
   * may still be writing, or be between deleting and writing.
   */
  void refresh() throws IOException {
    lock.lock();
    try {
      Map<String, Object> seen = files.stamps();
      boolean any = false;
      for (String file : new ArrayList<>(known.keySet())) {
        if (!seen.containsKey(file) && !lastSeen.containsKey(file)) {
          log.info("The agent file {} is gone", file);
          known.remove(file);
          any = true;
        }
      }
      for (Map.Entry<String, Object> file : seen.entrySet()) {
        if (file.getValue().equals(lastSeen.get(file.getKey()))) {
          any |= readIfChanged(file.getKey(), file.getValue());
        }
      }
      lastSeen = seen;
      if (any) {
        view = view();
        changed.run();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean readIfChanged(String file, Object stamp) {
    Known before = known.getOrDefault(file, new Known(UNREAD, null, List.of()));
    if (before.stamp.equals(stamp)) {
      return false;
    }
    Known after = readAgain(file, stamp, before.spec);
    known.put(file, after);
    if (Objects.equals(before.spec, after.spec) && before.problems.equals(after.problems)) {
      return false;
    }
    tell(file, after);
    return true;
  }

  private Known readAgain(String file, Object stamp, @Nullable AgentSpec lastGood) {
    try {
      AgentSpec spec = parser.parse(file, files.read(file));
      return clash(spec, file)
          .map(clash -> new Known(UNREAD, lastGood, List.of(clash.toString())))
          .orElseGet(() -> new Known(stamp, spec, List.of()));
    } catch (InvalidConfigurationException e) {
      List<String> problems = e.problems().stream().map(ConfigProblem::toString).toList();
      return new Known(stamp, lastGood, problems);
    } catch (IOException e) {
      return new Known(UNREAD, lastGood, List.of(file + ": cannot be read: " + e));
    }
  }

  private Optional<ConfigProblem> clash(AgentSpec spec, String file) {
    return known.entrySet().stream()
        .filter(other -> !other.getKey().equals(file))
        .filter(other -> other.getValue().spec != null)
        .filter(other -> spec.name().equals(Objects.requireNonNull(other.getValue().spec).name()))
        .findFirst()
        .map(other ->
            new ConfigProblem(
                file,
                "name",
                "is '" + spec.name() + "', as in " + other.getKey() + ": rename one of them"));
  }

  private static void tell(String file, Known now) {
    AgentSpec spec = now.spec;
    String problems = String.join("; ", now.problems);
    if (now.problems.isEmpty()) {
      log.info("New definition of agent {} from {}", spec == null ? "?" : spec.name(), file);
    } else if (spec == null) {
      log.error("No agent from {}, its file is broken: {}", file, problems);
    } else {
      log.error("Agent {} keeps its last good definition: {}", spec.name(), problems);
    }
  }

  private View view() {
    SortedMap<String, Entry> entries = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    for (Known file : known.values()) {
      if (file.spec == null) {
        problems.addAll(file.problems);
      } else {
        entries.put(file.spec.name(), new Entry(file.spec, file.problems));
      }
    }
    return new View(Collections.unmodifiableSortedMap(entries), List.copyOf(problems));
  }
}
