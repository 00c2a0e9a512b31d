package io.outlast.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.run.RunId;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Sends a run's events as they come (HTML Standard, section 9.2): first what the reader does not
 * have yet, then live. Each reader is served by its request's virtual thread with plain blocking
 * writes. One that takes nothing for as long as the web server's connection timeout is hung up on
 * and can resume; until then it costs a thread and what fits into its socket.
 */
@Component
final class RunEventStream {

  private static final Logger log = LoggerFactory.getLogger(RunEventStream.class);

  static final String CONTENT_TYPE = "text/event-stream";

  private static final int MOST_READERS = 2000;
  private static final byte[] BEGIN = utf8("retry: 1000\n\n");
  private static final byte[] ALIVE = utf8(":\n\n");

  private final RunFeeds feeds;
  private final Duration heartbeat;
  private final Semaphore places = new Semaphore(MOST_READERS);

  RunEventStream(
      RunFeeds feeds,
      MeterRegistry meters,
      @Value("${internal.outlast-stream-heartbeat:15s}") Duration heartbeat) {
    this.feeds = feeds;
    this.heartbeat = heartbeat;
    meters.gauge("outlast.streams", this, RunEventStream::readers);
  }

  int readers() {
    return MOST_READERS - places.availablePermits();
  }

  /**
   * Blocks until the run is over, the reader is gone, or this process stops.
   *
   * @param after seq of the last event that the reader has
   */
  void send(RunId id, long after, HttpServletResponse response) throws InterruptedException {
    if (!places.tryAcquire()) {
      throw new ApiProblem(
          HttpStatus.SERVICE_UNAVAILABLE,
          "too_many_streams",
          "This process serves " + MOST_READERS + " event streams already; try again shortly.");
    }
    try (RunFeeds.Reading reading = feeds.open(id)) {
      begin(response);
      send(reading.feed(), after, response.getOutputStream());
    } catch (IOException e) {
      log.debug("A reader of {} is gone, or took nothing for too long", id, e);
    } finally {
      places.release();
    }
  }

  private static void begin(HttpServletResponse response) throws IOException {
    response.setContentType(CONTENT_TYPE);
    response.setCharacterEncoding(StandardCharsets.UTF_8);
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    // Buffering proxies would hold events back.
    response.setHeader("X-Accel-Buffering", "no");
    response.getOutputStream().write(BEGIN);
    response.flushBuffer();
  }

  private void send(RunFeed feed, long after, ServletOutputStream out)
      throws IOException, InterruptedException {
    long sent = after;
    while (!feed.isOver(sent)) {
      List<Frame> frames = feed.after(sent, heartbeat);
      if (frames.isEmpty()) {
        out.write(ALIVE);
      }
      for (Frame frame : frames) {
        out.write(frame.bytes());
        sent = frame.seq();
      }
      out.flush();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
