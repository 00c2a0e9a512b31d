package io.outlast.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Linux says of a process: processor time, memory, threads, open files. */
record Proc(long pid) {

  /** Processor time used so far, of the process and of its living children, in milliseconds. */
  long cpuMillis() {
    return family().mapToLong(Proc::ownCpuMillis).sum();
  }

  /** Of that, the time of the JVM's compilers, in milliseconds: it ends once all is compiled. */
  long compilerMillis() {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + pid, "task"))) {
      return tasks
          .map(task -> read(task.resolve("stat")))
          .filter(stat -> stat.contains("(C1 ") || stat.contains("(C2 "))
          .mapToLong(Proc::millis)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Resident memory, in KiB. */
  long rssKib() {
    return status("VmRSS:");
  }

  /** The most that was resident since the start or {@link #forgetPeak()}, in KiB. */
  long peakRssKib() {
    return status("VmHWM:");
  }

  /** Lets {@link #peakRssKib()} begin anew. */
  void forgetPeak() {
    try {
      Files.writeString(Path.of("/proc", "" + pid, "clear_refs"), "5");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Threads of the system; virtual ones have none of their own. */
  long threads() {
    return status("Threads:");
  }

  /** Open files, sockets and pipes. */
  long handles() {
    try (Stream<Path> open = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      return open.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Stream<Long> family() {
    Stream<Long> children =
        ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).map(ProcessHandle::pid);
    return Stream.concat(Stream.of(pid), children);
  }

  private static long ownCpuMillis(long pid) {
    return millis(read(Path.of("/proc", "" + pid, "stat")));
  }

  /** Empty when the process has ended. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static long millis(String stat) {
    if (stat.isEmpty()) {
      return 0;
    }
    // After the name, which may hold spaces, the fields are numbered from 3; 14 and 15 count hundredths of a second.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10;
  }

  private long status(String key) {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc", "" + pid, "status"));
      return lines.stream()
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
