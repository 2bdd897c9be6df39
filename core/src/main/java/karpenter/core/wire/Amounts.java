package karpenter.core.wire;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.FieldPath;
import karpenter.api.LabelText;
import karpenter.api.Problem;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;
import karpenter.core.resource.Resources;

/// Resource maps of a document. Like the API server it takes a quantity as text or as a number.
final class Amounts {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Resources.LIMIT);

  private Amounts() {}

  /// What somebody asks for or has: neither negative nor beyond what can be counted.
  static SortedMap<String, Quantity> of(Place map) {
    var amounts = new TreeMap<String, Quantity>();
    map.entries()
        .forEach((name, place) -> countable(name, place).ifPresent(q -> amounts.put(name, q)));
    return amounts;
  }

  static Resources requests(Place map) {
    return Resources.requests(of(map));
  }

  static Resources capacity(Place map) {
    return Resources.capacity(of(map));
  }

  private static Optional<Quantity> countable(String name, Place place) {
    return named(name, place).filter(quantity -> isCountable(quantity, place));
  }

  private static boolean isCountable(Quantity quantity, Place place) {
    if (quantity.value().signum() < 0) {
      place.expected("a quantity that is not negative");
      return false;
    }
    if (quantity.value().compareTo(LARGEST) > 0) {
      place.expected("a quantity of at most 2Ei");
      return false;
    }
    return true;
  }

  private static Optional<Quantity> named(String name, Place place) {
    if (LabelText.faultOfKey(name).isPresent()) {
      place.problem(
          "the name " + Place.quoted(name), "a resource name such as cpu or nvidia.com/gpu");
      return Optional.empty();
    }
    return quantity(place);
  }

  /// Amounts of a custom resource, whose schema let the texts through.
  static SortedMap<String, Quantity> ofTexts(Map<String, String> texts, String path, Item item) {
    var amounts = new TreeMap<String, Quantity>();
    texts.forEach(
        (name, text) -> {
          switch (Quantity.parse(text)) {
            case QuantityParse.Parsed(var quantity) -> amounts.put(name, quantity);
            case QuantityParse.Malformed(var found, var expected) ->
                item.add(
                    Problem.at(FieldPath.field(path, name))
                        .found(Place.quoted(found))
                        .expected(expected));
          }
        });
    return amounts;
  }

  static Optional<Quantity> quantity(Place place) {
    var node = place.node();
    if (!node.isTextual() && !node.isNumber()) {
      place.expected("a quantity such as 500m, 2 or 4Gi");
      return Optional.empty();
    }
    return switch (Quantity.parse(node.asText())) {
      case QuantityParse.Parsed(var quantity) -> Optional.of(quantity);
      case QuantityParse.Malformed malformed -> {
        place.expected(malformed.expected());
        yield Optional.empty();
      }
    };
  }
}
