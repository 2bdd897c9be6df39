package karpenter.kube;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// How a watch waits between attempts.
interface Pauses {
  /// Long enough not to hammer a server that just came back, short enough that nobody notices.
  Duration FIRST = Duration.ofMillis(100);

  Duration MOST = Duration.ofSeconds(5);

  /// How often a kind that the server does not know is asked for again.
  Duration UNKNOWN_KIND = Duration.ofSeconds(10);

  void sleep(Duration time) throws InterruptedException;

  Pauses REAL = Thread::sleep;

  /// Doubles with each failure, and differs between watches, which all fail at once.
  static Duration backOff(int failures) {
    long nanos = Math.min(MOST.toNanos(), FIRST.toNanos() << Math.min(failures - 1, 20));
    return Duration.ofNanos((long) (nanos * ThreadLocalRandom.current().nextDouble(0.5, 1.5)));
  }
}
