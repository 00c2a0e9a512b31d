package io.outlast.mcp;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What this process holds at one moment.
 *
 * @param processes children and what they have started
 * @param threads threads of connections, virtual ones too
 * @param files open files, pipes and sockets; 0 where the system has no {@code /proc}
 */
record Leftovers(long processes, long threads, long files) {

  private static final Pattern OURS =
      Pattern.compile("\"name\"\\s*:\\s*\"(mcp-(?!timer)|HttpClient)");

  /** The virtual machine opens some of its own when it likes; a leak would be one a restart. */
  private static final long FEW = 10;

  static Leftovers count(Path folder) throws IOException {
    return new Leftovers(
        ProcessHandle.current().descendants().count(), liveThreads(folder), openFiles());
  }

  private static long liveThreads(Path folder) throws IOException {
    Path dump = folder.resolve("threads-" + System.nanoTime() + ".json");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toAbsolutePath().toString(), ThreadDumpFormat.JSON);
    return OURS.matcher(Files.readString(dump)).results().count();
  }

  private static long openFiles() throws IOException {
    Path open = Path.of("/proc/self/fd");
    if (!Files.isDirectory(open)) {
      return 0;
    }
    try (Stream<Path> each = Files.list(open)) {
      return each.count();
    }
  }

  boolean noMoreThan(Leftovers before) {
    return processes <= before.processes
        && threads <= before.threads
        && files <= before.files + FEW;
  }
}
