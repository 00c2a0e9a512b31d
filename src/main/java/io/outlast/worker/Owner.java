package io.outlast.worker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Who this process is among the owners of runs: the host's name and a random part, so that a
 * process that was restarted is not taken for the one before.
 */
public record Owner(String name) {

  public static Owner ofThisProcess() {
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000, 0x10000));
    return new Owner(hostName() + "-" + ProcessHandle.current().pid() + "-" + random);
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
