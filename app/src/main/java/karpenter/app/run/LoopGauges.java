package karpenter.app.run;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Registry;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.runtime.ThreadedRuntime;

/// How long the loops' lines are and what they work on, at the moment of the scrape.
final class LoopGauges {
  static final Set<Metric> METRICS =
      EnumSet.of(
          Metric.CONTROLLER_ACTIVE_WORKERS,
          Metric.WORKQUEUE_DEPTH,
          Metric.WORKQUEUE_UNFINISHED_WORK_SECONDS,
          Metric.WORKQUEUE_LONGEST_RUNNING_PROCESSOR_SECONDS);

  private static final Family ACTIVE = family(Metric.CONTROLLER_ACTIVE_WORKERS);
  private static final Family DEPTH = family(Metric.WORKQUEUE_DEPTH);
  private static final Family UNFINISHED = family(Metric.WORKQUEUE_UNFINISHED_WORK_SECONDS);
  private static final Family LONGEST = family(Metric.WORKQUEUE_LONGEST_RUNNING_PROCESSOR_SECONDS);

  // Our lines have one priority; upstream's calls the ordinary one so.
  private static final String PRIORITY = "0";

  private LoopGauges() {}

  static void register(Registry registry, ThreadedRuntime runtime) {
    registry.register(List.of(ACTIVE, DEPTH, UNFINISHED, LONGEST), into -> scrape(runtime, into));
  }

  private static void scrape(ThreadedRuntime runtime, Scrape.Points into) {
    for (var status : runtime.status()) {
      var loop = status.loop();
      into.put(ACTIVE, status.active(), loop);
      into.put(DEPTH, status.depth(), loop, loop, PRIORITY);
      into.put(UNFINISHED, status.unfinished().toNanos() / 1e9, loop, loop);
      into.put(LONGEST, status.longest().toNanos() / 1e9, loop, loop);
    }
  }

  private static Family family(Metric metric) {
    return Family.of(metric, List.of());
  }
}
