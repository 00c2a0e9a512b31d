package io.outlast.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Who belongs to a session, from the process table in {@code /proc}; nobody where there is none.
 */
final class SessionMembers {

  private static final Path PROC = Path.of("/proc");

  /**
   * Of the fields of {@code stat} behind the name (proc_pid_stat(5)): state, ppid, pgrp, session.
   */
  private static final int SESSION = 3;

  private SessionMembers() {}

  /** The leader's session without the leader, also when that has ended. */
  static List<ProcessHandle> of(ProcessHandle leader) {
    List<ProcessHandle> members = new ArrayList<>();
    // A session keeps its number from being given to a new process as long as it has members.
    boolean numberIsTaken =
        !leader.isAlive()
            && ProcessHandle.of(leader.pid()).filter(it -> !it.equals(leader)).isPresent();
    if (numberIsTaken || !Files.isDirectory(PROC)) {
      return members;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid != leader.pid() && session(process) == leader.pid()) {
          ProcessHandle.of(pid).ifPresent(members::add);
        }
      }
    } catch (IOException e) {
      // Without a process table the descendants that were seen have to do.
    }
    return members;
  }

  /** -1 when it ended meanwhile. */
  private static long session(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[SESSION]);
    } catch (IOException e) {
      return -1;
    }
  }
}
