package karpenter.provider.kwok;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;

/// What a claim is bought as.
record Purchase(InstanceType type, Offering offering) {

  /// The cheapest offering that suits; among types of one price the first in the catalogue. Among
  /// equal offerings of that type the claim's uid decides: claims spread over zones, and a claim
  /// that is asked for twice gets the same.
  ///
  /// A claim that names no types may become any (spec 01 §8.1, C45).
  static Optional<Purchase> of(
      ClaimFacts claim, List<InstanceType> catalogue, Set<String> wellKnown) {
    Optional<Purchase> best = Optional.empty();
    for (var type : catalogue) {
      if (!suits(claim, type)) {
        continue;
      }
      var cheapest = cheapest(claim, type, wellKnown);
      if (cheapest.isEmpty()) {
        continue;
      }
      if (best.isEmpty() || cheapest.getFirst().price() < best.get().offering().price()) {
        int choice = Derived.choice(claim.meta().uid(), "offering", cheapest.size());
        best = Optional.of(new Purchase(type, cheapest.get(choice)));
      }
    }
    return best;
  }

  private static boolean suits(ClaimFacts claim, InstanceType type) {
    return claim.requirements().get(Labels.INSTANCE_TYPE).contains(type.name())
        && type.requirements().intersects(claim.requirements());
  }

  private static List<Offering> cheapest(
      ClaimFacts claim, InstanceType type, Set<String> wellKnown) {
    var cheapest = new ArrayList<Offering>();
    for (var offering : type.offerings()) {
      if (!offering.available()
          || !claim.requirements().satisfies(offering.requirements(), wellKnown)
          || !fits(claim, type, offering)) {
        continue;
      }
      if (!cheapest.isEmpty() && offering.price() < cheapest.getFirst().price()) {
        cheapest.clear();
      }
      if (cheapest.isEmpty() || offering.price() == cheapest.getFirst().price()) {
        cheapest.add(offering);
      }
    }
    return cheapest;
  }

  /// Of what the machine does not have, such as devices an overlay promises, KWOK has any amount.
  private static boolean fits(ClaimFacts claim, InstanceType type, Offering offering) {
    var room = type.allocatable(offering);
    return claim.requests().names().stream()
        .allMatch(name -> !room.has(name) || claim.requests().get(name) <= room.get(name));
  }
}
