package karpenter.simulator.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/// Notices actors that do not hand the baton back. One thread looks now and then at all timelines
/// there are; a time limit on each turn would have to be set and lifted millions of times.
final class Watchdog {
  /// Real time an actor may compute without a pause before it counts as stuck. Long, because on a
  /// crowded machine threads wait for minutes without having done anything wrong.
  private static final Duration STUCK_LIMIT = Duration.ofMinutes(10);

  private static final Set<Timeline> WATCHED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private Watchdog() {}

  static void watch(Timeline timeline) {
    Holder.start();
    WATCHED.add(timeline);
  }

  private static void look() {
    List<Timeline> now;
    synchronized (WATCHED) {
      now = new ArrayList<>(WATCHED);
    }
    now.forEach(Timeline::look);
  }

  /// Starts the thread once, when the first timeline begins.
  private static final class Holder {
    static {
      Thread.ofPlatform().daemon().name("watchdog").start(Holder::run);
    }

    private Holder() {}

    static void start() {
      // The class is initialized by this call.
    }

    private static void run() {
      try {
        while (true) {
          Thread.sleep(STUCK_LIMIT);
          look();
        }
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
