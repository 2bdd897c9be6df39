package karpenter.core.scheduling;

import java.util.List;
import java.util.Optional;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;

/// The part of an [Ask] that is about labels and taints, and what is already known of it.
final class LabelAsk {
  /// What identifies it.
  record Key(
      Requirements node,
      List<Requirements> volumes,
      List<Toleration> tolerations,
      SoftTaints soft) {}

  private static final byte UNKNOWN = 0;
  private static final byte SUITS = 1;
  private static final byte REFUSES = 2;

  final Key key;
  final Demand node;
  final Demand[] volumeAlternatives;
  private final byte[] templates;
  private final byte[] nodes;

  LabelAsk(Key key, Demand.Table demands, int templates, int nodes) {
    this.key = key;
    this.node = demands.of(key.node());
    this.volumeAlternatives = key.volumes().stream().map(demands::of).toArray(Demand[]::new);
    this.templates = new byte[templates];
    this.nodes = new byte[nodes];
  }

  boolean toleratesTemplate(int index, Template template) {
    if (templates[index] == UNKNOWN) {
      templates[index] = tolerates(template.pool.taints()) ? SUITS : REFUSES;
    }
    return templates[index] == SUITS;
  }

  /// Whether a node's taints and labels suit, wherever the volumes can be reached.
  boolean suitsNode(int index, Requirements labels, List<Taint> taints) {
    if (nodes[index] == UNKNOWN) nodes[index] = checkNode(labels, taints) ? SUITS : REFUSES;
    return nodes[index] == SUITS;
  }

  private boolean checkNode(Requirements labels, List<Taint> taints) {
    return tolerates(taints)
        && labels.guarantees(key.node())
        && (key.volumes().isEmpty() || key.volumes().stream().anyMatch(labels::guarantees));
  }

  private boolean tolerates(List<Taint> taints) {
    Optional<Taint> refused = Toleration.firstUntolerated(key.tolerations(), taints, key.soft());
    return refused.isEmpty();
  }
}
