package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.device.Devices;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.provisioning.Catalogues.Catalogue;
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
  private final ClusterDevices devices;

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
    this.devices = new ClusterDevices(options);
  }

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
    var pods = new PlannedPods(snapshot, volumes, settings);
    var batch = pods.waiting(leaving, promises::isMade, now);
    promises.adopt(batch.pods(), snapshot.notes().promised(), staying, now);
    var seating = promises.settle(batch.pods(), staying, settings.nominationWindow(), now);
    var waiting = new ArrayList<>(seating.others());
    virtual.forEach(pod -> waiting.add(PlannedPods.pod(pod, pod.spec())));
    var daemons = Daemons.of(snapshot, options);
    var catalogue = catalogues.of(snapshot, daemons, now);
    var problem =
        problem(
            snapshot,
            catalogue,
            daemons,
            staying,
            seating.seated(),
            waiting,
            pods.leaving(leaving, now));
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
    devices.forget();
    promises.clear();
  }

  /// Whether anybody waits, without looking further.
  boolean isIdle(ClusterSnapshot snapshot) {
    return snapshot.provisionable().isEmpty() && !someoneMustMove(snapshot);
  }

  private boolean someoneMustMove(ClusterSnapshot snapshot) {
    var marked = snapshot.notes().markedForDeletion();
    for (var state : views.states(snapshot)) {
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

  private SchedulingProblem problem(
      ClusterSnapshot snapshot,
      Catalogue catalogue,
      List<Daemon> daemons,
      Map<String, NodeView> staying,
      SortedMap<String, List<Pod>> seated,
      List<Pod> waiting,
      Set<String> leaving) {
    var nodes = new ArrayList<ExistingNode>(staying.size());
    staying.forEach((name, view) -> nodes.add(view.with(seated.getOrDefault(name, List.of()))));
    return new SchedulingProblem(
        catalogue.pools(),
        nodes,
        waiting,
        bound(staying, seated, waiting),
        daemons,
        snapshot.all(Kind.NAMESPACES),
        options,
        ClusterDevices.areClaimedBy(waiting)
            ? devices
                .of(snapshot, catalogue, nodes)
                .without(Set.of(), leaving)
                .promising(ClusterDevices.promised(seated, staying))
            : Devices.NONE);
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
