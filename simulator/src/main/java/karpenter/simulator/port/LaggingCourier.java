package karpenter.simulator.port;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import karpenter.simulator.kube.Courier;
import karpenter.simulator.runtime.Timeline;

/// News arrives late, by a different time for each, but in order on each line.
public final class LaggingCourier implements Courier {
  private final Timeline timeline;
  private final SplittableRandom random;
  private Duration most = Duration.ofMillis(50);

  public LaggingCourier(long seed, Timeline timeline) {
    this.timeline = timeline;
    this.random = new SplittableRandom(seed);
  }

  /// How late news may be from now on.
  public void lag(Duration atMost) {
    most = atMost;
  }

  @Override
  public Line open() {
    return new Queued();
  }

  private final class Queued implements Line {
    private final Queue<Runnable> onTheWay = new ArrayDeque<>();
    private long last;

    @Override
    public void send(Runnable news) {
      onTheWay.add(news);
      last = Math.max(last, timeline.ticks() + random.nextLong(most.toNanos() + 1));
      // Whichever delivery is drawn first takes what was sent first.
      timeline.at(last, () -> onTheWay.remove().run());
    }
  }
}
