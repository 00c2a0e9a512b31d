package io.outlast.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.BandwidthBuilder;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.outlast.settings.ApiSettings;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import org.springframework.security.core.Authentication;

/**
 * How many requests a minute a caller may make of this process. Who has made none for a minute may
 * make them all at once. Thread-safe; never blocks.
 */
final class RateLimits {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Bounds what strangers can make us remember. */
  private static final int MOST_CALLERS = 100_000;

  private final ApiSettings settings;
  private final TimeMeter time;
  private final Cache<Who, Bucket> buckets;

  /** A caller: one is limited apart from any other. */
  record Who(String name, int perMinute) {}

  /** Whether a request is taken, and if not, when the next one is. */
  sealed interface Answer {
    record Taken() implements Answer {}

    record Refused(Who who, Duration pause) implements Answer {}
  }

  RateLimits(ApiSettings settings, LongSupplier nanos) {
    this.settings = settings;
    this.time = new Nanos(nanos);
    this.buckets =
        Caffeine.newBuilder()
            .ticker(nanos::getAsLong)
            // Full again by then, so nothing is lost.
            .expireAfterAccess(MINUTE.multipliedBy(2))
            .maximumSize(MOST_CALLERS)
            .build();
  }

  Answer ask(Authentication caller) {
    String kind = caller instanceof Caller ? "the API key " : "the token of ";
    return ask(new Who(kind + caller.getName(), settings.requestsPerKey()));
  }

  /** For callers of whom nothing more is known. */
  Answer askFrom(String address) {
    return ask(new Who(network(address), settings.requestsPerAddress()));
  }

  private Answer ask(Who who) {
    if (who.perMinute() == 0) {
      return new Answer.Taken();
    }
    ConsumptionProbe probe = buckets.get(who, this::full).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? new Answer.Taken()
        : new Answer.Refused(who, Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  private Bucket full(Who who) {
    return Bucket.builder()
        .withCustomTimePrecision(time)
        .addLimit(
            BandwidthBuilder.builder()
                .capacity(who.perMinute())
                .refillGreedy(who.perMinute(), MINUTE)
                .build())
        .build();
  }

  /** One host has 2^64 addresses of IPv6 (RFC 4291 section 2.5.1). */
  private static String network(String address) {
    try {
      return InetAddress.ofLiteral(address) instanceof Inet6Address v6
          ? HexFormat.ofDelimiter(":").formatHex(Arrays.copyOf(v6.getAddress(), 8)) + "/64"
          : address;
    } catch (IllegalArgumentException e) {
      return Text.quotable(address);
    }
  }

  private record Nanos(LongSupplier nanos) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanos.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
