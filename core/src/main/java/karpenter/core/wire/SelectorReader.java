package karpenter.core.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// Reads label selectors, which select pods and namespaces.
final class SelectorReader {
  private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist");

  /// Labels of pods are compared as they are written; only node labels have old names.
  static final LabelAliases LITERAL = new LabelAliases(Collections.emptySortedMap());

  private SelectorReader() {}

  /// An absent selector selects nothing, an empty one everything.
  static LabelSelector read(Place place) {
    if (place.isAbsent()) {
      return LabelSelector.NOTHING;
    }
    var labels = Requirements.ofLabels(LabelSyntax.labels(place.get("matchLabels")), LITERAL);
    for (var expression : place.get("matchExpressions").items()) {
      labels = labels.and(expression(expression));
    }
    return new LabelSelector.Matching(labels);
  }

  /// The plain map of a Service or ReplicationController.
  static LabelSelector ofMap(Map<String, String> labels) {
    return new LabelSelector.Matching(Requirements.ofLabels(labels, LITERAL));
  }

  /// Narrows a selector to the pod's own value of each key, or to other values. Keys the pod lacks
  /// say nothing. A selector that selects nothing stays that.
  static LabelSelector withKeys(
      LabelSelector selector, Merge merge, Place keys, Map<String, String> labels) {
    var result = selector;
    for (var key : keys.texts()) {
      var value = labels.get(key);
      if (value != null && result instanceof LabelSelector.Matching(var wanted)) {
        result = new LabelSelector.Matching(wanted.and(key, merge.of(value)));
      }
    }
    return result;
  }

  /// Both must hold.
  static LabelSelector and(LabelSelector one, LabelSelector other) {
    return switch (one) {
      case LabelSelector.Nothing nothing -> nothing;
      case LabelSelector.Matching(var labels) ->
          switch (other) {
            case LabelSelector.Nothing nothing -> nothing;
            case LabelSelector.Matching(var more) -> new LabelSelector.Matching(labels.and(more));
          };
    };
  }

  enum Merge {
    SAME_VALUE,
    OTHER_VALUE;

    ValueSet of(String value) {
      return switch (this) {
        case SAME_VALUE -> ValueSet.in(value);
        case OTHER_VALUE -> ValueSet.notIn(value);
      };
    }
  }

  private static Requirements expression(Place place) {
    var keyPlace = place.get("key");
    var key = keyPlace.requiredText(LabelSyntax.KEY_RULE);
    if (!key.isEmpty()) {
      LabelSyntax.checkKey(key, keyPlace);
    }
    var operatorPlace = place.get("operator");
    if (operatorPlace.isAbsent()) {
      operatorPlace.expected("one of " + String.join(", ", OPERATORS));
    }
    var values = place.get("values").texts();
    return operatorPlace
        .choice(OPERATORS)
        .map(operator -> Requirements.of(key, set(operator, values, place.get("values"))))
        .orElse(Requirements.none());
  }

  private static ValueSet set(String operator, List<String> values, Place place) {
    boolean takesValues = operator.equals("In") || operator.equals("NotIn");
    if (takesValues && values.isEmpty()) {
      place.expected("at least one value");
    } else if (!takesValues && !values.isEmpty()) {
      place.expected("no values: " + operator + " takes none");
    }
    place.items().forEach(item -> LabelSyntax.checkValue(item.text(""), item));
    return switch (operator) {
      case "In" -> ValueSet.in(values);
      case "NotIn" -> ValueSet.notIn(values);
      case "Exists" -> ValueSet.exists();
      default -> ValueSet.doesNotExist();
    };
  }
}
