package karpenter.operator.state;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;

/// The patches that turn facts into other facts. Empty when nothing differs.
final class Patches {
  private static final String STATUS = "status";

  private Patches() {}

  static MergePatch metadata(ClaimFacts before, ClaimFacts after) {
    return new MergePatch().meta(before.meta(), after.meta());
  }

  static MergePatch status(ClaimFacts before, ClaimFacts after) {
    return new MergePatch()
        .text(STATUS, "providerID", before.providerId(), after.providerId())
        .text(STATUS, "imageID", before.imageId(), after.imageId())
        .text(STATUS, "nodeName", before.nodeName(), after.nodeName())
        .amounts(List.of(STATUS, "capacity"), before.capacity(), after.capacity())
        .amounts(List.of(STATUS, "allocatable"), before.allocatable(), after.allocatable())
        .time(STATUS, "lastPodEventTime", before.lastPodEvent(), after.lastPodEvent())
        .list(
            List.of(STATUS, "conditions"),
            before.conditions().list(),
            after.conditions().list(),
            MergePatch::condition);
  }

  static MergePatch node(NodeFacts before, NodeFacts after) {
    return new MergePatch()
        .meta(before.meta(), after.meta())
        .list(List.of("spec", "taints"), before.taints(), after.taints(), MergePatch::taint);
  }

  static MergePatch metadata(PoolFacts before, PoolFacts after) {
    return new MergePatch().meta(before.meta(), after.meta());
  }

  static MergePatch status(PoolFacts before, PoolFacts after) {
    return new MergePatch()
        .amounts(List.of(STATUS, "resources"), before.usage(), after.usage())
        .number(STATUS, "nodes", boxed(before.nodes()), boxed(after.nodes()))
        .number(
            STATUS,
            "nodeClassObservedGeneration",
            boxed(before.nodeClassObservedGeneration()),
            boxed(after.nodeClassObservedGeneration()))
        .list(
            List.of(STATUS, "conditions"),
            before.conditions().list(),
            after.conditions().list(),
            MergePatch::condition);
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }
}
