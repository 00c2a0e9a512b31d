package io.outlast.mcp;

import io.outlast.tool.ToolRef;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names under which tools are offered to models: {@code server__tool}, of {@code [a-zA-Z0-9_-]} and
 * at most 64 characters. A name depends on its own tool only, so it stays the same whichever
 * servers are up; where cleaning or cutting could make two tools alike, a hash keeps them apart.
 */
final class ToolNames {

  private static final int LONGEST = 64;
  private static final int HASH = 8;

  private ToolNames() {}

  static String exposed(ToolRef tool) {
    String server = clean(tool.server());
    String plain = server + "__" + clean(tool.tool());
    // "a" with "_b" and "a_" with "b" would both be a___b.
    boolean ambiguous = server.contains("__") || server.endsWith("_");
    boolean changed = !plain.equals(tool.server() + "__" + tool.tool());
    return changed || ambiguous || plain.length() > LONGEST ? hashed(tool, plain, HASH) : plain;
  }

  /** The name for a tool whose {@link #exposed} one is taken, for instance on purpose. */
  static String fallback(ToolRef tool) {
    return hashed(tool, clean(tool.server()) + "__" + clean(tool.tool()), 4 * HASH);
  }

  private static String hashed(ToolRef tool, String plain, int length) {
    String hash = sha256(tool.server() + "\0" + tool.tool()).substring(0, length);
    String kept = plain.substring(0, Math.min(plain.length(), LONGEST - length - 1));
    return kept + "_" + hash;
  }

  private static String clean(String name) {
    return name.replaceAll("[^a-zA-Z0-9_-]", "_");
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
