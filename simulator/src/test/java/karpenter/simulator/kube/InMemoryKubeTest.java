package karpenter.simulator.kube;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.KubeContract;
import karpenter.simulator.world.Controller;
import karpenter.simulator.world.DisruptionBudgets;
import karpenter.simulator.world.GarbageCollector;

/// The API in memory is an API.
class InMemoryKubeTest extends KubeContract {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:00Z");

  private final Queue<Runnable> onTheWay = new ArrayDeque<>();
  private final InMemoryKube kube =
      new InMemoryKube(1, InstantSource.system(), () -> onTheWay::add);
  private final List<Controller> controllers =
      List.of(new GarbageCollector(kube), new DisruptionBudgets(kube));

  @Override
  public Kube kube() {
    return kube;
  }

  @Override
  public void settle() {
    controllers.forEach(controller -> controller.step(NOW));
    for (var news = onTheWay.poll(); news != null; news = onTheWay.poll()) {
      news.run();
    }
  }

  @Override
  public AutoCloseable loseWatches() {
    kube.cutWatches("the server restarts");
    return kube::restoreWatches;
  }
}
