package io.outlast.mcp;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A server's URL as it may be shown: user info and query can hold secrets. */
final class ServerUrl {

  private ServerUrl() {}

  static @Nullable String shown(@Nullable URI url) {
    if (url == null) {
      return null;
    }
    String userInfo = url.getRawUserInfo();
    String text = url.toString();
    String masked = userInfo == null ? text : text.replace(userInfo + "@", "***@");
    return url.getRawQuery() == null ? masked : masked.replace(url.getRawQuery(), "***");
  }
}
