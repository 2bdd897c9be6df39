package karpenter.operator;

import java.util.ArrayList;
import java.util.List;
import karpenter.operator.buffer.BufferLoops;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.control.ControlLoops;
import karpenter.operator.disruption.DisruptionLoops;
import karpenter.operator.disruption.Verdicts;
import karpenter.operator.interruption.InterruptionLoops;
import karpenter.operator.lifecycle.LifecycleLoops;
import karpenter.operator.nodepool.NodePoolLoops;
import karpenter.operator.overlay.OverlayLoops;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Batcher;
import karpenter.operator.provisioning.ProvisioningLoops;
import karpenter.operator.quarantine.QuarantineLoop;
import karpenter.operator.repair.RepairLoops;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.statics.StaticLoops;
import karpenter.operator.termination.TerminationLoops;

/// Every loop there is, by feature. A gate that is off leaves its feature's loops out.
public final class Features {
  private Features() {}

  /// @param types what pools may buy; overlays correct it, planning and cost ask it
  /// @param verdicts where what was found out about nodes is written down
  public static List<LoopPlan<?>> loops(LoopContext context, TypeSource types, Verdicts verdicts) {
    var batcher = new Batcher(context.clock(), context.settings());
    var virtualPods = new VirtualPods();
    var all = new ArrayList<LoopPlan<?>>();
    all.addAll(context.provider().loops());
    all.addAll(ProvisioningLoops.loops(context, batcher, types, virtualPods));
    all.addAll(OverlayLoops.loops(context, types));
    all.addAll(BufferLoops.loops(context, virtualPods, batcher::trigger));
    all.addAll(NodePoolLoops.loops(context));
    all.addAll(ControlLoops.loops(context));
    all.addAll(LifecycleLoops.loops(context));
    all.addAll(TerminationLoops.loops(context));
    all.addAll(QuarantineLoop.loops(context));
    all.addAll(RepairLoops.loops(context));
    all.addAll(InterruptionLoops.loops(context));
    all.addAll(StaticLoops.loops(context));
    all.addAll(DisruptionLoops.loops(context, types, virtualPods, verdicts));
    return List.copyOf(all);
  }
}
