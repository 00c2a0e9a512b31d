package io.outlast.model;

import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;

/**
 * The HTTP side of one attempt: what can be aborted from outside, and what was found out about the
 * answer. Thread-safe.
 */
final class Exchange {

  /** The exchange of the attempt that runs on this thread. */
  static final ScopedValue<Exchange> CURRENT = ScopedValue.newInstance();

  private final List<ToolCallback> tools;
  private final Map<String, String> headers;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Call call;
  private boolean aborted;
  private volatile @Nullable Trouble trouble;
  private volatile @Nullable String body;

  Exchange(List<ToolCallback> tools, Map<String, String> headers) {
    this.tools = tools;
    this.headers = headers;
  }

  /** The tools offered in this attempt. */
  List<ToolCallback> tools() {
    return tools;
  }

  /** What goes along beside the provider's own headers. */
  Map<String, String> headers() {
    return headers;
  }

  /** Makes the call abortable; one that comes after {@link #abort} is aborted at once. */
  void begin(Call started) {
    lock.lock();
    try {
      call = started;
      if (aborted) {
        started.cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes the socket, or resets the stream, of the call. */
  void abort() {
    Call toCancel;
    lock.lock();
    try {
      aborted = true;
      toCancel = call;
    } finally {
      lock.unlock();
    }
    if (toCancel != null) {
      toCancel.cancel();
    }
  }

  boolean isAborted() {
    lock.lock();
    try {
      return aborted;
    } finally {
      lock.unlock();
    }
  }

  void received(String text) {
    body = text;
  }

  /** The whole body of the answer; null as long as it has not arrived. */
  @Nullable String body() {
    return body;
  }

  void refuse(Trouble found) {
    trouble = found;
  }

  /** What was found wrong with the answer before the SDK saw it. */
  @Nullable Trouble trouble() {
    return trouble;
  }
}
