package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.operator.LoopContext;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loops of provisioning.
public final class ProvisioningLoops {
  private ProvisioningLoops() {}

  /// @param batcher whoever wants a pass triggers it
  /// @param types what pools may buy
  /// @param virtualPods what capacity buffers ask for
  public static List<LoopPlan<?>> loops(
      LoopContext context, Batcher batcher, TypeSource types, VirtualPods virtualPods) {
    var labels = context.provider().labels();
    Rehearsal.play(
        PlanningOptions.of(context.settings(), labels, ReservedMode.STRICT),
        context.settings().nodeCost(),
        ClaimCreator.writer(labels));
    var loops = new ArrayList<LoopPlan<?>>();
    loops.add(PodTrigger.plan(context, batcher));
    loops.add(NodeTrigger.plan(context, batcher));
    if (!context.settings().ignoreDraRequests()) {
      loops.add(DeviceTrigger.plan(context, batcher));
    }
    loops.add(
        LoopPlan.singleton(provisioner(context, batcher, types, virtualPods), Pace.standard(1)));
    return loops;
  }

  static Provisioner provisioner(
      LoopContext context, Batcher batcher, TypeSource types, VirtualPods virtualPods) {
    var labels = context.provider().labels();
    var options = PlanningOptions.of(context.settings(), labels, ReservedMode.STRICT);
    var views = new NodeViews(new Prospects(types, options.wellKnownLabels()));
    var catalogues = new Catalogues(types, context.provider(), options, context.settings());
    var promises = new Promises();
    return new Provisioner(
        context,
        batcher,
        virtualPods,
        new Planner(views, catalogues, promises, options, context.settings()),
        promises,
        new ClaimCreator(context, catalogues, views));
  }
}
