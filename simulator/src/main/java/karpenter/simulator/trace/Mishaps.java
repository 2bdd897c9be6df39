package karpenter.simulator.trace;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.simulator.SimulatedCluster;

/// What goes wrong all the time, at moments drawn from the seed.
final class Mishaps {
  private static final double NANOS_PER_DAY = Duration.ofDays(1).toNanos();

  private final SimulatedCluster cluster;
  private final Player player;
  private final Terms.Chaos chaos;
  private final SplittableRandom random;

  Mishaps(SimulatedCluster cluster, Player player, Terms.Chaos chaos, SplittableRandom random) {
    this.cluster = cluster;
    this.player = player;
    this.chaos = chaos;
    this.random = random;
  }

  void begin() {
    again(chaos.killedNodes(), () -> player.kill(1, new TreeMap<>()));
    again(chaos.restarts(), cluster::restartOperator);
  }

  private void again(int perDay, Runnable mishap) {
    if (perDay > 0) {
      // Times between independent events are exponentially distributed.
      double days = -Math.log(1 - random.nextDouble()) / perDay;
      cluster
          .timeline()
          .after(
              Duration.ofNanos((long) (days * NANOS_PER_DAY)),
              () -> {
                mishap.run();
                again(perDay, mishap);
              });
    }
  }
}
