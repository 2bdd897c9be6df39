package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.facts.Kin;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.provisioning.Intake;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.PodPredicates;
import karpenter.core.wire.DefaultSpread;
import karpenter.core.wire.SpreadByDefault;
import karpenter.operator.provisioning.Catalogues.Catalogue;
import karpenter.operator.provisioning.Plan.Ignored;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// Makes a plan of a snapshot. Its answer depends on nothing but the snapshot, the types, the
/// promises that hold and the time; what it keeps between passes only saves work.
final class Planner {
  private final NodeViews views;
  private final Catalogues catalogues;
  private final Promises promises;
  private final Options options;
  private final Settings settings;

  Planner(
      NodeViews views,
      Catalogues catalogues,
      Promises promises,
      Options options,
      Settings settings) {
    this.views = views;
    this.catalogues = catalogues;
    this.promises = promises;
    this.options = options;
    this.settings = settings;
  }

  /// Who needs a place.
  ///
  /// @param real by uid
  private record Batch(List<Pod> pods, Map<String, PodFacts> real, List<Ignored> ignored) {}

  /// @param virtual chunks of capacity buffers
  Plan plan(ClusterSnapshot snapshot, List<PodFacts> virtual, Instant now) {
    var volumes = new Volumes(snapshot);
    var staying = new LinkedHashMap<String, NodeView>();
    var leaving = new ArrayList<NodeView>();
    for (var view : views.of(snapshot, volumes)) {
      if (isLeaving(view, snapshot)) {
        leaving.add(view);
      } else {
        staying.put(view.name(), view);
      }
    }
    var batch = batch(snapshot, leaving, volumes, now);
    var seating = promises.settle(batch.pods(), staying, settings.nominationWindow(), now);
    var waiting = new ArrayList<>(seating.others());
    virtual.forEach(pod -> waiting.add(pod(pod, pod.spec())));
    var daemons = Daemons.of(snapshot);
    var catalogue = catalogues.of(snapshot, daemons);
    var problem = problem(snapshot, catalogue, daemons, staying, seating.seated(), waiting);
    var placement =
        waiting.isEmpty()
            ? new Placement(List.of(), List.of(), List.of(), List.of())
            : Scheduler.solve(catalogue.compiled(), problem);
    return new Plan(
        snapshot,
        catalogue,
        problem,
        placement,
        batch.real(),
        byPlanningName(staying),
        seating.seated(),
        batch.ignored());
  }

  /// Nobody waits.
  void forget() {
    views.forget();
    promises.clear();
  }

  /// Whether anybody waits, without looking further.
  static boolean isIdle(ClusterSnapshot snapshot) {
    return snapshot.provisionable().isEmpty() && !someoneMustMove(snapshot);
  }

  private static boolean someoneMustMove(ClusterSnapshot snapshot) {
    var marked = snapshot.notes().markedForDeletion();
    for (var state : NodeViews.states(snapshot)) {
      if ((state.isLeaving() || marked.contains(state.noteName())) && state.node().isPresent()) {
        for (var pod : snapshot.podsOn(state.node().get().name())) {
          if (PodPredicates.isReschedulable(pod)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isLeaving(NodeView view, ClusterSnapshot snapshot) {
    return view.state.isLeaving() || snapshot.notes().markedForDeletion().contains(view.name());
  }

  private Batch batch(
      ClusterSnapshot snapshot, List<NodeView> leaving, Volumes volumes, Instant now) {
    var spread = spread(snapshot);
    var pods = new ArrayList<Pod>();
    var real = new HashMap<String, PodFacts>();
    var ignored = new ArrayList<Ignored>();
    for (var pod : waiting(snapshot)) {
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
    if (!leaving.isEmpty()) {
      var budgets = PodBudgets.of(snapshot.all(Kind.PDBS));
      for (var node : leaving) {
        for (var pod : node.pods) {
          if (PodPredicates.isCurrentlyReschedulable(pod, budgets, now)) {
            pods.add(pod(pod, spread.of(pod, volumes.spec(pod))));
            real.put(pod.uid(), pod);
          }
        }
      }
    }
    return new Batch(pods, real, ignored);
  }

  /// Those the scheduler found no node for, and those it will say the same of when it comes to them:
  /// waiting for its word would buy for a workload in pieces. Who was promised a seat keeps it.
  private List<PodFacts> waiting(ClusterSnapshot snapshot) {
    var untold = snapshot.untold();
    var told = snapshot.provisionable();
    if (untold.isEmpty()) {
      return told;
    }
    var kin = new HashSet<Kin>();
    told.forEach(pod -> Kin.of(pod).ifPresent(kin::add));
    var all = new ArrayList<>(told);
    for (var pod : untold) {
      if (Kin.of(pod).filter(kin::contains).isPresent() || promises.isMade(pod.uid())) {
        all.add(pod);
      }
    }
    return all;
  }

  private SpreadByDefault spread(ClusterSnapshot snapshot) {
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

  private static Pod pod(PodFacts facts, PodSpec spec) {
    return new Pod(facts.uid(), facts.name(), facts.created(), spec);
  }

  private SchedulingProblem problem(
      ClusterSnapshot snapshot,
      Catalogue catalogue,
      List<Daemon> daemons,
      Map<String, NodeView> staying,
      SortedMap<String, List<Pod>> seated,
      List<Pod> waiting) {
    var nodes = new ArrayList<ExistingNode>(staying.size());
    staying.forEach((name, view) -> nodes.add(view.with(seated.getOrDefault(name, List.of()))));
    return new SchedulingProblem(
        catalogue.pools(),
        nodes,
        waiting,
        bound(staying, seated, waiting),
        daemons,
        snapshot.all(Kind.NAMESPACES),
        options);
  }

  /// Neighbours matter only to pods that care for them, or that they keep away.
  private static List<BoundPod> bound(
      Map<String, NodeView> staying, SortedMap<String, List<Pod>> seated, List<Pod> waiting) {
    boolean someoneCares = waiting.stream().map(Pod::spec).anyMatch(Planner::caresForNeighbours);
    var bound = new ArrayList<BoundPod>();
    staying.forEach(
        (name, view) -> {
          if (someoneCares || view.repels) {
            bound.addAll(view.bound());
          }
          for (var pod : seated.getOrDefault(name, List.of())) {
            if (someoneCares || !pod.spec().antiAffinity().isEmpty()) {
              bound.add(new BoundPod(pod, view.existing.name()));
            }
          }
        });
    return bound;
  }

  private static boolean caresForNeighbours(PodSpec spec) {
    return !spec.spread().isEmpty()
        || !spec.affinity().isEmpty()
        || !spec.antiAffinity().isEmpty()
        || spec.preferences().stream().anyMatch(p -> !(p instanceof Preference.OfNode));
  }

  private static Map<String, NodeView> byPlanningName(Map<String, NodeView> staying) {
    var byName = new HashMap<String, NodeView>();
    staying.values().forEach(view -> byName.put(view.existing.name(), view));
    return byName;
  }
}
