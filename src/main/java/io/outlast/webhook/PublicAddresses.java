package io.outlast.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * Finds the addresses of hosts, and refuses those of the machine, the link and private networks
 * (RFC 1122, 1918, 3927, 4193, 4291, 6598). It is asked for the very connection that is made, so a
 * name cannot change its address between the check and the use.
 *
 * @param privateToo allows the machine itself and private networks, but not the link, where clouds
 *     have their metadata
 */
record PublicAddresses(boolean privateToo) implements Dns {

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    List<InetAddress> addresses = List.of(InetAddress.getAllByName(host));
    for (InetAddress address : addresses) {
      if (!isAllowed(address)) {
        throw new UnknownHostException(host + " has an address that is not public");
      }
    }
    return addresses;
  }

  private boolean isAllowed(InetAddress address) {
    return privateToo
        ? !address.isLinkLocalAddress() && !address.isMulticastAddress()
        : isPublic(address);
  }

  static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    boolean carrier = first == 100 && second >= 64 && second < 128;
    boolean benchmark = first == 198 && (second == 18 || second == 19);
    return first != 0 && first < 240 && !carrier && !benchmark;
  }

  /** Unique local ones, and IPv4 in the clothes of IPv6 (mapped, 6to4, NAT64). */
  private static boolean isPublic6(byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    boolean uniqueLocal = (first & 0xfe) == 0xfc;
    boolean sixToFour = first == 0x20 && second == 0x02;
    boolean nat64 = first == 0 && second == 0x64;
    boolean embedded = first == 0 && second == 0;
    return !uniqueLocal && !sixToFour && !nat64 && !embedded;
  }
}
