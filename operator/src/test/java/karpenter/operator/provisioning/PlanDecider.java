package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Placement;
import karpenter.operator.LoopContext;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.state.ClusterSnapshot;

/// What provisioning decides about snapshots, with the caches of the provisioner. They last as long
/// as this object: a new one decides with empty caches. Promises are no cache; only those that were
/// noted in the snapshot hold.
public final class PlanDecider {
  private final Promises promises = new Promises();
  private final Planner planner;

  public PlanDecider(LoopContext context, TypeSource types) {
    var settings = context.settings();
    var options = PlanningOptions.of(settings, context.provider().labels(), ReservedMode.STRICT);
    this.planner =
        new Planner(
            new NodeViews(new Prospects(types, options.wellKnownLabels())),
            new Catalogues(types, context.provider(), options, settings),
            promises,
            options,
            settings);
  }

  /// @param refused why pods are not planned for, in their order
  public record Planned(
      Placement placement, SortedMap<String, List<Pod>> seated, List<String> refused) {}

  public Planned plan(ClusterSnapshot snapshot, Instant now) {
    promises.clear();
    var plan = planner.plan(snapshot, List.of(), now);
    return new Planned(
        plan.placement(),
        plan.seated(),
        plan.ignored().stream().map(one -> one.pod().uid() + ": " + one.reason()).toList());
  }
}
