package karpenter.core.disruption;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import karpenter.core.resource.Resources;

/// The orders in which nodes are taken into a set. Each is made when it is asked for.
record Orders(List<Candidate> candidates) {

  /// What brings most for what it disturbs comes first, as upstream has it.
  List<Candidate> byRatio() {
    return candidates.stream().sorted(Emptiness.BY_RATIO).toList();
  }

  /// Where only so many may go, these have more money.
  List<Candidate> byCost() {
    return sorted(Candidate::cost);
  }

  /// The same but for those that cost as much, which are as they came.
  List<Candidate> roughlyByCost() {
    return candidates.stream()
        .sorted(Comparator.comparingDouble(Candidate::cost).reversed())
        .toList();
  }

  /// What costs most for the room it has comes first: where only so much room can be spared, these
  /// have more money.
  List<Candidate> byRoom() {
    double cpus = sum(Resources.CPU);
    double memory = sum(Resources.MEMORY);
    return sorted(c -> c.cost() / Math.max(share(c, cpus, memory), Double.MIN_NORMAL));
  }

  private static double share(Candidate candidate, double cpus, double memory) {
    return Math.max(
        amount(candidate, Resources.CPU) / Math.max(1, cpus),
        amount(candidate, Resources.MEMORY) / Math.max(1, memory));
  }

  private double sum(String resource) {
    return candidates.stream().mapToDouble(c -> amount(c, resource)).sum();
  }

  private static double amount(Candidate candidate, String resource) {
    return candidate.node().allocatable().get(resource);
  }

  /// The most first; equals as upstream has them.
  private List<Candidate> sorted(ToDoubleFunction<Candidate> key) {
    return candidates.stream()
        .sorted(Comparator.comparingDouble(key).reversed().thenComparing(Emptiness.BY_RATIO))
        .toList();
  }
}
