package karpenter.core.disruption;

import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;
import karpenter.core.resource.Resources;

/// What all pods of a cluster that could run anywhere ask for. Evictions do not change it, wherever
/// the pods go; users do.
public record Demand(long cpu, long memory) {
  /// Of what a node has. A pod that is being made anew is no change of demand, and a fifth of a
  /// node's price is not saved by less.
  private static final double NOTABLE = 0.1;

  public static Demand of(Iterable<PodFacts> pods) {
    long cpu = 0;
    long memory = 0;
    for (var pod : pods) {
      if (pod.isActive() && !pod.isOwnedByDaemonSet() && !pod.isOwnedByNode()) {
        cpu += pod.spec().requests().get(Resources.CPU);
        memory += pod.spec().requests().get(Resources.MEMORY);
      }
    }
    return new Demand(cpu, memory);
  }

  /// What [#text] wrote; empty for anything else.
  public static Optional<Demand> read(String text) {
    var amounts = new TreeMap<String, Quantity>();
    for (var part : text.split(",", -1)) {
      var words = part.strip().split(" ", -1);
      if (words.length != 2
          || !(Quantity.parse(words[1]) instanceof QuantityParse.Parsed(var quantity))) {
        return Optional.empty();
      }
      amounts.put(words[0], quantity);
    }
    var read = Resources.requests(amounts);
    return read.has(Resources.CPU) && read.has(Resources.MEMORY)
        ? Optional.of(new Demand(read.get(Resources.CPU), read.get(Resources.MEMORY)))
        : Optional.empty();
  }

  /// `cpu 1500m, memory 4Gi`.
  public String text() {
    return Resources.none().with(Resources.CPU, cpu).with(Resources.MEMORY, memory).render();
  }

  /// Whether it differs by as much as matters to a node of that size.
  boolean differs(Demand other, Resources node) {
    return isNotable(cpu - other.cpu, node.get(Resources.CPU))
        || isNotable(memory - other.memory, node.get(Resources.MEMORY));
  }

  private static boolean isNotable(long difference, long size) {
    return Math.abs(difference) >= Math.max(1, NOTABLE * size);
  }
}
