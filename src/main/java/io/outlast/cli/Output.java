package io.outlast.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a command writes: results to standard output, everything else to standard error, both in
 * UTF-8.
 *
 * @param colour whether standard output is a terminal that shows colours
 * @param live whether standard error is a terminal whose last line can be drawn again
 */
record Output(PrintStream out, PrintStream err, boolean colour, boolean live) {

  /** The process's own. From here on whatever else prints, the log first, goes to stderr. */
  static Output ofThisProcess() {
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    System.setOut(err);
    System.setErr(err);
    boolean plain = "dumb".equals(System.getenv("TERM"));
    boolean noColour = plain || System.getenv("NO_COLOR") != null;
    return new Output(out, err, isTerminal(1) && !noColour, isTerminal(2) && !plain);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/dev/fd/" + descriptor);
    try {
      String device = link.toRealPath().toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      // A pipe, or a system without /dev/fd: then only both together can be asked about.
      return !Files.exists(Path.of("/dev/fd"))
          && System.console() != null
          && System.console().isTerminal();
    }
  }
}
