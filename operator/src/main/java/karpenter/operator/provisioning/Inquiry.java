package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.LoopContext;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// What planning would decide, for somebody who only asks: made of what the provisioner is made of,
/// it promises nothing and creates nothing.
public final class Inquiry {
  private final LoopContext context;
  private final TypeSource types;

  public Inquiry(LoopContext context, TypeSource types) {
    this.context = context;
    this.types = types;
  }

  /// @param pods the real ones among those that were planned, by uid
  /// @param refused why pods cannot be planned at all, by uid
  public record Answer(
      SchedulingProblem problem,
      Placement placement,
      Map<String, PodFacts> pods,
      Map<String, String> refused) {}

  /// For the pods that wait now.
  public Answer now(ClusterSnapshot snapshot, Instant now) {
    var plan =
        new Planner(views(), catalogues(), new Promises(), options(), context.settings())
            .plan(snapshot, List.of(), now);
    var refused = new HashMap<String, String>();
    plan.ignored().forEach(one -> refused.put(one.pod().uid(), one.reason()));
    return new Answer(plan.problem(), plan.placement(), plan.pods(), refused);
  }

  /// For one pod that has a node, as if it had none and everybody else stayed where they are.
  public Answer afresh(ClusterSnapshot snapshot, PodFacts pod, Instant now) {
    var volumes = new Volumes(snapshot);
    var planned = new PlannedPods(snapshot, volumes, context.settings()).of(pod);
    var nodes = new ArrayList<ExistingNode>();
    var bound = new ArrayList<BoundPod>();
    for (var view : views().of(snapshot, volumes)) {
      if (view.state.isLeaving()) {
        continue;
      }
      var others = view.pods.stream().filter(one -> !one.uid().equals(pod.uid())).toList();
      // Its own seat is free; what a node can attach is not looked up again for one pod.
      var seen =
          others.size() == view.pods.size()
              ? view
              : NodeView.of(view.state, others, volumes, Map.of());
      nodes.add(seen.existing);
      bound.addAll(seen.bound());
    }
    return answer(snapshot, nodes, List.of(planned), bound, Map.of(pod.uid(), pod), now);
  }

  /// For all pods that wait or stand on a node we manage, as if none of those nodes were there.
  public Answer anew(ClusterSnapshot snapshot, Instant now) {
    var volumes = new Volumes(snapshot);
    var planned = new PlannedPods(snapshot, volumes, context.settings());
    var waiting = planned.waiting(List.of(), _ -> false, now);
    var pods = new ArrayList<>(waiting.pods());
    var real = new HashMap<>(waiting.real());
    var nodes = new ArrayList<ExistingNode>();
    var bound = new ArrayList<BoundPod>();
    for (var view : views().of(snapshot, volumes)) {
      if (!view.state.isManaged()) {
        nodes.add(view.existing);
        bound.addAll(view.bound());
        continue;
      }
      for (var pod : view.pods) {
        if (PodPredicates.isReschedulable(pod)) {
          pods.add(planned.of(pod));
          real.put(pod.uid(), pod);
        }
      }
    }
    return answer(snapshot, nodes, pods, bound, real, now);
  }

  private Answer answer(
      ClusterSnapshot snapshot,
      List<ExistingNode> nodes,
      List<Pod> pods,
      List<BoundPod> bound,
      Map<String, PodFacts> real,
      Instant now) {
    var daemons = Daemons.of(snapshot, options());
    var catalogue = catalogues().of(snapshot, daemons, now);
    var problem =
        new SchedulingProblem(
            catalogue.pools(),
            nodes,
            pods,
            bound,
            daemons,
            snapshot.all(Kind.NAMESPACES),
            options(),
            new ClusterDevices(options())
                .of(snapshot, catalogue, nodes)
                .without(Set.of(), real.keySet()));
    return new Answer(problem, Scheduler.solve(catalogue.compiled(), problem), real, Map.of());
  }

  private NodeViews views() {
    return new NodeViews(new Prospects(types, options().wellKnownLabels()));
  }

  private Catalogues catalogues() {
    return new Catalogues(types, context.provider(), options(), context.settings());
  }

  private Options options() {
    return PlanningOptions.of(
        context.settings(), context.provider().labels(), ReservedMode.FALLBACK);
  }
}
