package io.outlast.mcp;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Keeps requests, and the credentials they carry, at the origin that was configured (RFC 6454).
 * What it says names origins only: a path or query may hold a secret.
 */
final class OriginGuard {

  private OriginGuard() {}

  /** {@code scheme://host:port}, always with the port. */
  static String origin(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
    return scheme + "://" + host + ":" + port(uri, scheme);
  }

  private static int port(URI uri, String scheme) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return scheme.equals("https") ? 443 : 80;
  }

  /**
   * The place that a server points to, seen from {@code from}.
   *
   * @param what what points there, for the message
   * @throws TransportFailure {@code MISCONFIGURED} when it is unreadable or at another origin
   */
  static URI resolve(URI from, String reference, String what) {
    URI to;
    try {
      to = from.resolve(new URI(reference.strip()));
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw refused(what + " of " + origin(from) + " cannot be read as a URL");
    }
    if (!origin(from).equals(origin(to))) {
      throw refused(
          what
              + " of "
              + origin(from)
              + " points to another origin, "
              + origin(to)
              + ", and is not followed; set the server's url to the new place if it is right");
    }
    return withoutUserInfo(to);
  }

  private static TransportFailure refused(String message) {
    return new TransportFailure(TransportLoss.MISCONFIGURED, false, message, null);
  }

  /** The same place without user info and fragment. */
  static URI withoutUserInfo(URI uri) {
    StringBuilder plain = new StringBuilder(String.valueOf(uri.getScheme())).append("://");
    plain.append(uri.getHost());
    if (uri.getPort() >= 0) {
      plain.append(':').append(uri.getPort());
    }
    plain.append(uri.getRawPath() == null ? "" : uri.getRawPath());
    if (uri.getRawQuery() != null) {
      plain.append('?').append(uri.getRawQuery());
    }
    return URI.create(plain.toString());
  }
}
