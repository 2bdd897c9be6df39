package karpenter.operator.lifecycle;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Machine;

/// Machines that were launched but are not yet written on their claims. Spares the cloud a second
/// question when a write is lost; after a restart the provider answers it the same way.
final class Launches {
  private record Kept(String uid, Machine machine) {}

  private final Map<String, Kept> byClaim = new ConcurrentHashMap<>();

  void keep(ClaimFacts claim, Machine machine) {
    byClaim.put(claim.name(), new Kept(claim.meta().uid(), machine));
  }

  Optional<Machine> find(ClaimFacts claim) {
    return Optional.ofNullable(byClaim.get(claim.name()))
        .filter(kept -> kept.uid.equals(claim.meta().uid()))
        .map(Kept::machine);
  }

  void forget(String claim) {
    byClaim.remove(claim);
  }
}
