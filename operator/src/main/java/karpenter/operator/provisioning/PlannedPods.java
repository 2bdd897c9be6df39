package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import karpenter.core.facts.Kin;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.provisioning.Intake;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.PodPredicates;
import karpenter.core.wire.DefaultSpread;
import karpenter.core.wire.SpreadByDefault;
import karpenter.operator.provisioning.Plan.Ignored;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// The pods of one snapshot as planning sees them: with what their volumes demand, and spread as
/// the scheduler spreads them.
final class PlannedPods {
  private final ClusterSnapshot snapshot;
  private final Volumes volumes;
  private final SpreadByDefault spread;
  private @Nullable PodBudgets budgets;

  PlannedPods(ClusterSnapshot snapshot, Volumes volumes, Settings settings) {
    this.snapshot = snapshot;
    this.volumes = volumes;
    this.spread = spread(snapshot, settings);
  }

  /// Who needs a place.
  ///
  /// @param real by uid
  record Batch(List<Pod> pods, Map<String, PodFacts> real, List<Ignored> ignored) {}

  /// Those that wait, and those that can be moved now off nodes that go.
  ///
  /// @param isPromised whether a pod, by uid, was promised a seat
  Batch waiting(List<NodeView> leaving, Predicate<String> isPromised, Instant now) {
    var pods = new ArrayList<Pod>();
    var real = new HashMap<String, PodFacts>();
    var ignored = new ArrayList<Ignored>();
    for (var pod : waiting(isPromised)) {
      if (pod.problem().isPresent()) {
        ignored.add(new Ignored(pod, pod.problem().get()));
      } else if (Intake.refusesPools(pod.spec())) {
        ignored.add(new Ignored(pod, ""));
      } else {
        var spec = pod.spec();
        if (!pod.volumes().isEmpty()) {
          var resolved = volumes.resolved(pod);
          if (resolved.problem().isPresent()) {
            ignored.add(new Ignored(pod, resolved.problem().get()));
            continue;
          }
          spec = resolved.spec();
        }
        pods.add(pod(pod, spread.of(pod, spec)));
        real.put(pod.uid(), pod);
      }
    }
    for (var node : leaving) {
      for (var pod : node.pods) {
        if (isMovable(pod, now)) {
          pods.add(of(pod));
          real.put(pod.uid(), pod);
        }
      }
    }
    return new Batch(pods, real, ignored);
  }

  /// Those the scheduler found no node for, and those it will say the same of when it comes to
  /// them: waiting for its word would buy for a workload in pieces. Who was promised a seat keeps
  /// it.
  private List<PodFacts> waiting(Predicate<String> isPromised) {
    var untold = snapshot.untold();
    var told = snapshot.provisionable();
    if (untold.isEmpty()) {
      return told;
    }
    var kin = new HashSet<Kin>();
    told.forEach(pod -> Kin.of(pod).ifPresent(kin::add));
    var all = new ArrayList<>(told);
    for (var pod : untold) {
      if (Kin.of(pod).filter(kin::contains).isPresent() || isPromised.test(pod.uid())) {
        all.add(pod);
      }
    }
    return all;
  }

  /// Whether its next place must be planned for if its node goes now.
  boolean isMovable(PodFacts pod, Instant now) {
    var known = budgets;
    if (known == null) {
      known = PodBudgets.of(snapshot.all(Kind.PDBS));
      budgets = known;
    }
    return PodPredicates.isCurrentlyReschedulable(pod, known, now);
  }

  /// By uid, the pods with claims for devices that will be gone from these nodes: what only they
  /// use is free. A pod that cannot be moved now keeps its devices, and so does who shares them.
  Set<String> leaving(List<NodeView> nodes, Instant now) {
    var uids = new HashSet<String>();
    for (var node : nodes) {
      for (var pod : node.pods) {
        if (!pod.spec().deviceClaims().isEmpty() && (pod.isTerminating() || isMovable(pod, now))) {
          uids.add(pod.uid());
        }
      }
    }
    return uids;
  }

  Pod of(PodFacts pod) {
    return pod(pod, spread.of(pod, volumes.spec(pod)));
  }

  static Pod pod(PodFacts facts, PodSpec spec) {
    return new Pod(facts.uid(), facts.name(), facts.created(), spec);
  }

  private static SpreadByDefault spread(ClusterSnapshot snapshot, Settings settings) {
    var spread = new SpreadByDefault(settings.defaultSpread());
    if (settings.defaultSpread().equals(DefaultSpread.NONE)) {
      return spread;
    }
    return spread
        .services(snapshot.all(Kind.SERVICES))
        .controllers("ReplicationController", snapshot.all(Kind.REPLICATION_CONTROLLERS))
        .controllers("ReplicaSet", snapshot.all(Kind.REPLICA_SETS))
        .controllers("StatefulSet", snapshot.all(Kind.STATEFUL_SETS));
  }
}
