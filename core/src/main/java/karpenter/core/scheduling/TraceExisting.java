package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Refusal.HostPortTaken;
import karpenter.core.scheduling.Refusal.NoRoom;
import karpenter.core.scheduling.Refusal.VolumeLimit;
import karpenter.core.scheduling.Trace.Attempt;

/// What a node that is already there has against a pod.
final class TraceExisting {
  private final Batch batch;
  private final TraceTopology topology;

  TraceExisting(Batch batch, TraceTopology topology) {
    this.batch = batch;
    this.topology = topology;
  }

  List<Attempt> attempts(TraceWay way, int index) {
    NodeSlot slot = batch.nodes.get(index);
    Ask ask = way.profile().ask();
    var labels = ask.labels.key;
    List<Refusal> common = new ArrayList<>(TraceLabels.taints(labels, slot.node.taints()));
    common.addAll(TraceLabels.node(labels.node(), slot.labels.doubts(labels.node())));
    common.addAll(room(slot, ask));
    common.addAll(ports(slot, ask));
    common.addAll(volumes(slot, ask));
    common.addAll(topology.onHost(way, index, slot.node.name()));
    common.addAll(topology.onNode(way.profile(), slot));
    if (labels.volumes().isEmpty())
      return List.of(new Attempt(way.nodeTerm(), 0, distinct(common)));
    List<Attempt> attempts = new ArrayList<>();
    for (int v = 0; v < labels.volumes().size(); v++) {
      Requirements where = labels.volumes().get(v);
      List<Refusal> refusals = new ArrayList<>(common);
      refusals.addAll(TraceLabels.volume(slot.labels.doubts(where)));
      attempts.add(new Attempt(way.nodeTerm(), v, distinct(refusals)));
    }
    return attempts;
  }

  private static List<Refusal> distinct(List<Refusal> refusals) {
    return TraceTopology.distinct(refusals);
  }

  /// A node that is overdrawn in anything takes nothing.
  private List<Refusal> room(NodeSlot slot, Ask ask) {
    List<Refusal> refusals = new ArrayList<>();
    for (int r = 0; r < ask.requests.length; r++) {
      long free = slot.room(r);
      if (ask.requests[r] > free || free < 0) {
        refusals.add(new NoRoom(batch.resources.name(r), ask.requests[r], free));
      }
    }
    return refusals;
  }

  private static List<Refusal> ports(NodeSlot slot, Ask ask) {
    List<Refusal> refusals = new ArrayList<>();
    for (HostPort port : ask.ports) {
      if (slot.ports().stream().anyMatch(port::conflictsWith)) {
        refusals.add(new HostPortTaken(port));
      }
    }
    return refusals;
  }

  private static List<Refusal> volumes(NodeSlot slot, Ask ask) {
    Map<String, Integer> attached = new TreeMap<>();
    for (VolumeUse use : slot.volumes()) attached.merge(use.driver(), 1, Integer::sum);
    Set<String> ours = new TreeSet<>();
    for (VolumeUse use : ask.volumes) {
      ours.add(use.driver());
      if (!slot.volumes().contains(use)) attached.merge(use.driver(), 1, Integer::sum);
    }
    List<Refusal> refusals = new ArrayList<>();
    for (String driver : ours) {
      Integer limit = slot.node.volumeLimits().get(driver);
      int count = attached.getOrDefault(driver, 0);
      if (limit != null && count > limit) refusals.add(new VolumeLimit(driver, limit, count));
    }
    return refusals;
  }
}
