package karpenter.core.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.api.validation.NodeOverlayValidation;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Reads NodeOverlays that a server accepted.
record NodeOverlayReader(RestrictedLabels restricted, LabelAliases aliases) {

  /// Empty when the overlay has a problem, which is then noted on the item.
  Optional<NodeOverlays.Overlay> read(Item item, Consumer<String> notes) {
    return CustomResource.admit(item, NodeOverlay.class, notes)
        .flatMap(overlay -> understood(overlay, item));
  }

  /// As above, of an overlay that a server has accepted.
  Optional<NodeOverlays.Overlay> understood(NodeOverlay written, Item item) {
    NodeOverlayValidation.problems(written, restricted).forEach(item::add);
    if (!item.isFaultless()) {
      return Optional.empty();
    }
    var spec = written.spec();
    var overlay =
        new NodeOverlays.Overlay(
            item.name(),
            spec.weight() == null ? 0 : spec.weight(),
            requirements(spec.requirements()),
            price(spec, item),
            Resources.capacity(Amounts.ofTexts(spec.capacity(), "spec.capacity", item)).toMap());
    return item.isFaultless() ? Optional.of(overlay) : Optional.empty();
  }

  private Requirements requirements(List<NodeOverlay.Requirement> written) {
    return Requirements.ofTerms(
        written.stream()
            .map(
                requirement ->
                    new RequirementTerm(
                        requirement.key(),
                        Operator.valueOf(requirement.operator()),
                        requirement.values(),
                        OptionalInt.empty()))
            .toList(),
        aliases);
  }

  private static PriceChange price(NodeOverlay.Spec spec, Item item) {
    if (spec.price() != null) {
      return parsed(PriceChange.absolute(spec.price()), "spec.price", spec.price(), item);
    }
    if (spec.priceAdjustment() != null) {
      var text = spec.priceAdjustment();
      return parsed(PriceChange.adjustment(text), "spec.priceAdjustment", text, item);
    }
    return new PriceChange.None();
  }

  private static PriceChange parsed(
      Optional<PriceChange> change, String path, String text, Item item) {
    if (change.isEmpty()) {
      item.add(Problem.at(path).found(Place.quoted(text)).expected("a price of at most 18 digits"));
    }
    return change.orElse(new PriceChange.None());
  }
}
