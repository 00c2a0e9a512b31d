package io.outlast.bench.fake;

import io.vertx.core.buffer.Buffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An OpenAI-compatible model with two replies: a call of the first tool it was given, then a text. The user's message says what the
 * tool is asked: {@code seconds=N}, and {@code mark=X} by which a call is known. It searches text rather than reading JSON, so as not to be measured.
 */
final class FakeModel {

  private static final Pattern TOOL_RESULT = Pattern.compile("\"role\"\\s*:\\s*\"tool\"");
  private static final Pattern TOOL_NAME = Pattern.compile("\"name\"\\s*:\\s*\"([A-Za-z0-9_.-]*work)\"");
  private static final Pattern SECONDS = Pattern.compile("seconds=(-?[0-9.]+)");
  private static final Pattern MARK = Pattern.compile("mark=(\\w+)");

  private final AtomicLong calls = new AtomicLong();

  Buffer reply(String request) {
    long call = calls.incrementAndGet();
    return Buffer.buffer(
        TOOL_RESULT.matcher(request).find() ? envelope(call, TEXT, "stop") : envelope(call, toolCall(call, request), "tool_calls"));
  }

  private static final String TEXT = "{\"role\":\"assistant\",\"content\":\"The work is done.\"}";

  private static String toolCall(long call, String request) {
    Matcher name = TOOL_NAME.matcher(request);
    Matcher seconds = SECONDS.matcher(request);
    if (!name.find()) {
      return TEXT;
    }
    Matcher mark = MARK.matcher(request);
    String marked = mark.find() ? ",\\\"mark\\\":\\\"" + mark.group(1) + "\\\"" : "";
    return "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_" + call + "\",\"type\":\"function\",\"function\":{\"name\":\""
        + name.group(1) + "\",\"arguments\":\"{\\\"seconds\\\":" + (seconds.find() ? seconds.group(1) : "0") + marked + "}\"}}]}";
  }

  private static String envelope(long call, String message, String reason) {
    return "{\"id\":\"chatcmpl-" + call + "\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"fake\",\"choices\":[{\"index\":0,\"message\":"
        + message + ",\"finish_reason\":\"" + reason + "\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";
  }
}
