package karpenter.bench.consolidation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.run.Median;
import karpenter.bench.run.Meter;
import karpenter.operator.kube.Resource;

/// What a pass costs on a cluster that is known but for a change, and what the pass costs that
/// follows a minute later: the first searches near the change, the second everywhere, in case the
/// first has missed something.
final class AfterChanges {
  private static final Duration CATCH_UP = Duration.ofSeconds(61);
  private static final Duration ONE_PASS = Duration.ofMillis(100);
  private static final int SIMILAR_PODS = 10;
  private static final int NEW_PODS = 20;
  private static final int FULL_SEARCHES = 3;
  private static final int ROUNDS = 2;

  /// Beyond one changed node in so many, the next pass would search everywhere at once.
  private static final int MAX_CHANGED = 50;

  private final FrozenCluster cluster;
  private final Passes passes;
  private Instant now = Look.NOW;
  private int changedSinceFull;
  private int newcomers;

  /// Looks at the cluster and at what is known of it.
  interface Passes {
    Look at(Instant now);
  }

  /// @param seconds of the pass after the change, the median
  /// @param fullSeconds of the pass a minute later, the median
  record Change(String change, int samples, double seconds, double fullSeconds) {}

  AfterChanges(FrozenCluster cluster, Passes passes) {
    this.cluster = cluster;
    this.passes = passes;
  }

  List<Change> measure() {
    passes.at(now);
    return List.of(
        bindings("one pod of a known workload", SIMILAR_PODS, true),
        bindings("one pod of a new workload", NEW_PODS, false),
        share("1 % of nodes", 100),
        share("5 % of nodes", 20));
  }

  private Change bindings(String name, int samples, boolean similar) {
    List<Double> seconds = new ArrayList<>();
    List<Double> full = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      settleIfNeeded(2);
      var uid = similar ? cluster.bindOneMore(i) : bind(i * cluster.size() / samples);
      seconds.add(pass(ONE_PASS));
      if (full.size() < FULL_SEARCHES) {
        full.add(pass(CATCH_UP));
        changedSinceFull = 0;
      }
      cluster.removePod(uid);
      pass(ONE_PASS);
      changedSinceFull += 2;
    }
    return new Change(name, samples, Median.of(seconds), Median.of(full));
  }

  /// A new pod on each of some nodes.
  private Change share(String name, int oneIn) {
    List<Double> seconds = new ArrayList<>();
    List<Double> full = new ArrayList<>();
    int nodes = Math.max(1, cluster.size() / oneIn);
    for (int round = 0; round < ROUNDS; round++) {
      settle();
      List<String> bound = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        bound.add(bind(i * cluster.size() / nodes));
      }
      seconds.add(pass(ONE_PASS));
      full.add(pass(CATCH_UP));
      bound.forEach(cluster::removePod);
      pass(ONE_PASS);
      changedSinceFull = nodes;
    }
    return new Change(name, ROUNDS, Median.of(seconds), Median.of(full));
  }

  private String bind(int index) {
    var pod = Newcomers.pod(newcomers++, cluster.nodeAt(index));
    cluster.tell(Resource.PODS, pod);
    return pod.at("/metadata/uid").asText();
  }

  private void settleIfNeeded(int more) {
    if ((changedSinceFull + more) * MAX_CHANGED > cluster.size()) settle();
  }

  private void settle() {
    if (changedSinceFull > 0) pass(CATCH_UP);
    changedSinceFull = 0;
  }

  private double pass(Duration later) {
    now = now.plus(later);
    return Meter.measure(() -> passes.at(now)).seconds();
  }
}
