package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outlast.settings.McpServerSettings;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where an HTTP server is and what every request to it carries. The secrets in it, header values
 * and the URL's user info, appear in no text that it returns.
 */
final class HttpTarget {

  private static final String USER_AGENT = "outlast/" + version();

  private final URI uri;
  private final Map<String, String> headers;
  private final List<String> secrets;

  private HttpTarget(URI uri, Map<String, String> headers, List<String> secrets) {
    this.uri = uri;
    this.headers = headers;
    this.secrets = secrets;
  }

  /**
   * @throws TransportFailure {@code MISCONFIGURED} when no request can be made of the settings
   */
  static HttpTarget of(String serverName, McpServerSettings settings) {
    URI url = settings.url();
    if (url == null) {
      throw misconfigured("MCP server " + serverName + " has no url");
    }
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw misconfigured(
          "The url of MCP server "
              + serverName
              + " must be http or https with a valid host name (an underscore is not allowed in it)");
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("User-Agent", USER_AGENT);
    if (url.getUserInfo() != null) {
      byte[] userInfo = url.getUserInfo().getBytes(UTF_8);
      headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(userInfo));
    }
    headers.putAll(settings.headers());
    HttpTarget target =
        new HttpTarget(
            OriginGuard.withoutUserInfo(url), headers, secretsOf(url.getUserInfo(), headers));
    target.checkHeaders(serverName);
    return target;
  }

  private static List<String> secretsOf(@Nullable String userInfo, Map<String, String> headers) {
    List<String> secrets = new ArrayList<>();
    headers.forEach((name, value) -> {
      if (!name.equalsIgnoreCase("User-Agent")) {
        secrets.add(value);
        secrets.add(value.substring(value.indexOf(' ') + 1)); // the token behind "Bearer "
      }
    });
    if (userInfo != null) {
      secrets.add(userInfo);
      secrets.add(userInfo.substring(userInfo.indexOf(':') + 1));
    }
    return secrets.stream()
        .flatMap(secret -> Stream.of(secret, secret.strip()))
        .filter(secret -> secret.length() >= 4)
        .distinct()
        .sorted(Comparator.comparing(String::length).reversed())
        .toList();
  }

  private void checkHeaders(String serverName) {
    headers.forEach((name, value) -> {
      try {
        HttpRequest.newBuilder(uri).header(name, value);
      } catch (IllegalArgumentException e) {
        // The exception quotes the value, so it is no cause to pass on.
        throw misconfigured(
            "Header " + name + " of MCP server " + serverName + " cannot be sent as configured");
      }
    });
  }

  private static TransportFailure misconfigured(String message) {
    return new TransportFailure(TransportLoss.MISCONFIGURED, false, message, null);
  }

  private static String version() {
    String version = HttpTarget.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }

  /** The configured place, without user info. */
  URI uri() {
    return uri;
  }

  /** The place for people: no user info, no query. */
  String display() {
    return OriginGuard.origin(uri) + (uri.getRawPath() == null ? "" : uri.getRawPath());
  }

  /** A request to a place at this target's origin, with the configured headers. */
  HttpRequest.Builder request(URI at) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at);
    headers.forEach(request::setHeader);
    return request;
  }

  /** The text, should a server have quoted our secrets in it, without them. */
  String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, "***");
    }
    return masked;
  }

  /** The start of a body in one line, for a message. */
  String quote(byte[] body) {
    String text = new String(body, 0, Math.min(body.length, 4096), UTF_8);
    String line = mask(text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip());
    return line.length() <= 200 ? line : line.substring(0, 200) + "…";
  }
}
