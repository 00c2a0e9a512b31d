package io.outlast.mcp;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Looks into the SDK's session, which shows nothing of itself. */
final class SdkSession {

  private SdkSession() {}

  /** How many requests the session of a server's connection still waits for. */
  static int pending(McpRegistry registry, String server) {
    return ((Map<?, ?>) session(registry, server, "pendingResponses")).size();
  }

  static Object session(McpRegistry registry, String server, String path) {
    return client(registry, server, "initializer.initializationRef.mcpClientSession." + path);
  }

  /** A field of the SDK's client, by the names on the way to it. */
  static Object client(McpRegistry registry, String server, String path) {
    return in(connection(registry, server), "client." + path);
  }

  private static Object connection(McpRegistry registry, String server) {
    return in(((Map<?, ?>) in(registry, "servers")).get(server), "inUse.connection");
  }

  private static Object in(Object from, String path) {
    Object at = from;
    for (String name : path.split("\\.")) {
      at = field(at, name);
      at = at instanceof AtomicReference<?> reference ? reference.get() : at;
    }
    return at;
  }

  private static Object field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
