package io.outlast.queue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who this process is among the owners of runs: the host's name and a random part, so that a
 * process that was restarted is not taken for the one before. At most 50 characters.
 */
public record Owner(String name) {

  /** The queue's table holds no more, and db-scheduler would cut it. */
  private static final int LONGEST = 50;

  public static Owner ofThisProcess() {
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000, 0x10000));
    String unique = "-" + ProcessHandle.current().pid() + "-" + random;
    String host = hostName();
    return new Owner(
        host.substring(0, Math.min(host.length(), LONGEST - unique.length())) + unique);
  }

  private static String hostName() {
    String given = System.getenv("HOSTNAME");
    if (given != null && !given.isBlank()) {
      return given;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
