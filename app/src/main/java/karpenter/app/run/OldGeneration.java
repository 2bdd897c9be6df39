package karpenter.app.run;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects the old generation when it holds much more than what was alive in it.
///
/// The serial collector lets it grow to the heap's limit before it looks: what a look at a thousand
/// nodes needs for a few seconds stayed for hours, 1.4 GB of it for 85 MB that were alive.
final class OldGeneration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OldGeneration.class);
  private static final String POOL = "Tenured Gen";
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration REST = Duration.ofSeconds(30);
  private static final long SLACK = 64L << 20;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("old-generation").factory());
  private long lastNanos = System.nanoTime() - REST.toNanos();

  /// Does nothing where another collector is at work.
  static OldGeneration watch() {
    var watch = new OldGeneration();
    pool()
        .ifPresent(
            pool ->
                watch.thread.scheduleWithFixedDelay(
                    () -> watch.look(pool),
                    LOOK_EVERY.toNanos(),
                    LOOK_EVERY.toNanos(),
                    TimeUnit.NANOSECONDS));
    return watch;
  }

  static Optional<MemoryPoolMXBean> pool() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals(POOL))
        .findFirst();
  }

  /// @param used bytes in it now
  /// @param alive bytes in it after its last collection
  static boolean isDue(long used, long alive, Duration sinceLast) {
    return used > 2 * alive + SLACK && sinceLast.compareTo(REST) >= 0;
  }

  private void look(MemoryPoolMXBean pool) {
    long used = pool.getUsage().getUsed();
    long now = System.nanoTime();
    if (isDue(used, alive(pool), Duration.ofNanos(now - lastNanos))) {
      System.gc();
      lastNanos = System.nanoTime();
      LOG.atDebug()
          .addKeyValue("before", used)
          .addKeyValue("after", pool.getUsage().getUsed())
          .addKeyValue("duration", Duration.ofNanos(lastNanos - now))
          .log("collected the old generation");
    }
  }

  private static long alive(MemoryPoolMXBean pool) {
    var afterLast = pool.getCollectionUsage();
    return afterLast == null ? 0 : afterLast.getUsed();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
