package io.outlast.bench.peer;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An MCP server over stdio, as little as it takes: one thread reads, callers write in turn. */
final class LineServer {

  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  private final Map<Long, CompletableFuture<String>> pending = new ConcurrentHashMap<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final BufferedWriter out;

  LineServer(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    this.out = process.outputWriter(StandardCharsets.UTF_8);
    Thread.startVirtualThread(() -> read(process.inputReader(StandardCharsets.UTF_8)));
  }

  String ask(long id, String message, Duration timeout) throws IOException, InterruptedException {
    CompletableFuture<String> answer = new CompletableFuture<>();
    pending.put(id, answer);
    writing.lock();
    try {
      out.write(message);
      out.write('\n');
      out.flush();
    } finally {
      writing.unlock();
    }
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } finally {
      pending.remove(id);
    }
  }

  private void read(BufferedReader in) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Matcher id = ID.matcher(line);
        CompletableFuture<String> answer = id.find() ? pending.get(Long.parseLong(id.group(1))) : null;
        if (answer != null) {
          answer.complete(line);
        }
      }
    } catch (IOException e) {
      // The server has ended.
    }
  }
}
