package karpenter.simulator.port;

import java.time.Duration;
import java.util.SplittableRandom;

/// How long calls take.
public interface Latency {
  Duration of(PortCall call);

  /// Milliseconds to the API server; to the cloud as given, give or take a quarter.
  static Latency usual(long seed, Duration launch) {
    var random = new SplittableRandom(seed);
    return call ->
        switch (call.port()) {
          case KUBE ->
              Duration.ofNanos(random.nextInt(500, call.isWrite() ? 20_000 : 5_000) * 1000L);
          case CLOUD ->
              call.verb().equals("launch")
                  ? launch.multipliedBy(75 + random.nextInt(50)).dividedBy(100)
                  : Duration.ofMillis(random.nextInt(5, 200));
        };
  }
}
