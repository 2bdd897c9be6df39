package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.Taints;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;

/// Reads taints and the tolerations that answer them.
final class TaintReader {
  private static final List<String> OPERATORS = List.of("Exists", "Equal", "Lt", "Gt");

  private TaintReader() {}

  static List<Taint> taints(Place list) {
    var taints = new ArrayList<Taint>();
    for (var place : list.items()) {
      taint(place).ifPresent(taints::add);
    }
    return List.copyOf(taints);
  }

  static Optional<Taint> taint(Place place) {
    var key = place.get("key").requiredText(LabelSyntax.KEY_RULE);
    if (!key.isEmpty()) {
      LabelSyntax.checkKey(key, place.get("key"));
    }
    var value = place.get("value").text("");
    LabelSyntax.checkValue(value, place.get("value"));
    var effect = place.get("effect");
    if (effect.isAbsent()) {
      effect.expected("one of " + String.join(", ", Taints.EFFECTS));
    }
    return effect(effect).map(e -> new Taint(key, value, e));
  }

  /// Taints of a NodePool, whose schema has been checked.
  static List<Taint> taints(List<karpenter.api.v1.Taint> written) {
    return written.stream()
        .map(
            taint ->
                new Taint(
                    taint.key(),
                    taint.value() == null ? "" : taint.value(),
                    effect(taint.effect())))
        .toList();
  }

  static List<Toleration> tolerations(Place list) {
    var tolerations = new ArrayList<Toleration>();
    for (var place : list.items()) {
      tolerations.add(toleration(place));
    }
    return List.copyOf(tolerations);
  }

  private static Toleration toleration(Place place) {
    var key = place.get("key").text("");
    if (!key.isEmpty()) {
      LabelSyntax.checkKey(key, place.get("key"));
    }
    var value = place.get("value").text("");
    var operator = operator(place.get("operator"));
    if (key.isEmpty() && operator != Toleration.Operator.EXISTS) {
      place.get("operator").expected("Exists, because an empty key means every taint");
    }
    checkValue(operator, value, place.get("value"));
    checkSeconds(place);
    return new Toleration(key, operator, value, toleratedEffect(place.get("effect")));
  }

  private static Toleration.Operator operator(Place place) {
    if (place.text("").isEmpty()) {
      return Toleration.Operator.EQUAL;
    }
    return switch (place.choice(OPERATORS).orElse("Equal")) {
      case "Exists" -> Toleration.Operator.EXISTS;
      case "Lt" -> Toleration.Operator.LESS_THAN;
      case "Gt" -> Toleration.Operator.GREATER_THAN;
      default -> Toleration.Operator.EQUAL;
    };
  }

  private static void checkValue(Toleration.Operator operator, String value, Place place) {
    switch (operator) {
      case EXISTS -> {
        if (!value.isEmpty()) {
          place.expected("no value: Exists takes none");
        }
      }
      case EQUAL -> LabelSyntax.checkValue(value, place);
      case LESS_THAN, GREATER_THAN -> {
        if (RequirementReader.integer(value).isEmpty()) {
          place.expected("an integer, which Lt and Gt compare with");
        }
      }
    }
  }

  private static void checkSeconds(Place toleration) {
    var seconds = toleration.get("tolerationSeconds");
    seconds.number(Long.MIN_VALUE, Long.MAX_VALUE);
    if (seconds.isPresent() && !toleration.get("effect").text("").equals(Taints.NO_EXECUTE)) {
      toleration.get("effect").expected("NoExecute, because tolerationSeconds is set");
    }
  }

  /// No effect, or an empty one, means all of them.
  private static Optional<Taint.Effect> toleratedEffect(Place place) {
    return place.text("").isEmpty() ? Optional.empty() : effect(place);
  }

  private static Optional<Taint.Effect> effect(Place place) {
    return place.choice(Taints.EFFECTS).map(TaintReader::effect);
  }

  private static Taint.Effect effect(String word) {
    return switch (word) {
      case Taints.NO_SCHEDULE -> Taint.Effect.NO_SCHEDULE;
      case Taints.NO_EXECUTE -> Taint.Effect.NO_EXECUTE;
      default -> Taint.Effect.PREFER_NO_SCHEDULE;
    };
  }

  static String word(Taint.Effect effect) {
    return switch (effect) {
      case NO_SCHEDULE -> Taints.NO_SCHEDULE;
      case NO_EXECUTE -> Taints.NO_EXECUTE;
      case PREFER_NO_SCHEDULE -> Taints.PREFER_NO_SCHEDULE;
    };
  }
}
