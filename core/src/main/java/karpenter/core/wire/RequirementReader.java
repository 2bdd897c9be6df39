package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import karpenter.api.Labels;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;

/// Reads written requirements: node selectors, node-affinity expressions, a pool's requirements.
final class RequirementReader {
  private static final int MAX_MIN_VALUES = 50;
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");

  private final Dialect dialect;
  private final LabelAliases aliases;

  RequirementReader(Dialect dialect, LabelAliases aliases) {
    this.dialect = dialect;
    this.aliases = aliases;
  }

  /// A term and where it was written, for when it turns out to contradict another.
  record Written(RequirementTerm term, Place place) {}

  /// Terms that hold together.
  record Joint(Requirements requirements, Optional<Written> contradiction) {}

  /// Expressions of the form `{key, operator, values, minValues}`.
  List<Written> expressions(Place list) {
    var terms = new ArrayList<Written>();
    for (var place : list.items()) {
      expression(place).ifPresent(term -> terms.add(new Written(term, place)));
    }
    return terms;
  }

  /// A node selector: each entry is `key In [value]`.
  List<Written> selector(Place map) {
    var terms = new ArrayList<Written>();
    map.entries()
        .forEach(
            (key, place) -> {
              var value = place.text("");
              if (isKey(key, place)
                  && LabelSyntax.checkValue(value, place)
                  && someKnown(canonical(key), List.of(value), place)) {
                var term = new RequirementTerm(canonical(key), Operator.In, value);
                terms.add(new Written(term, place));
              }
            });
    return terms;
  }

  Joint join(List<Written> terms) {
    return join(Requirements.none(), terms);
  }

  /// Remembers the term with which the whole became impossible.
  static Joint join(Requirements base, List<Written> terms) {
    var joint = base;
    for (var written : terms) {
      var next = joint.and(Requirements.ofTerms(List.of(written.term())));
      if (next.isContradictory() && !joint.isContradictory()) {
        return new Joint(next, Optional.of(written));
      }
      joint = next;
    }
    return new Joint(joint, Optional.empty());
  }

  /// Terms that must be possible together; a contradiction is a problem where it was completed.
  Requirements possible(Requirements base, List<Written> terms) {
    var joint = join(base, terms);
    joint.contradiction().ifPresent(RequirementReader::reportContradiction);
    return joint.requirements();
  }

  static void reportContradiction(Written written) {
    written
        .place()
        .problem(
            "%s %s %s, which contradicts what is said of the label elsewhere"
                .formatted(
                    written.term().key(), written.term().operator(), written.term().values()),
            "requirements that some node can meet together");
  }

  private Optional<RequirementTerm> expression(Place place) {
    if (place.isAbsent()) {
      place.expected("a requirement with key and operator");
      return Optional.empty();
    }
    var key = place.get("key").requiredText(LabelSyntax.KEY_RULE);
    var operator = operator(place.get("operator"));
    var values = place.get("values").texts();
    boolean valid =
        !key.isEmpty()
            && isKey(key, place.get("key"))
            && operator.isPresent()
            && values.size() == place.get("values").node().size()
            && suits(canonical(key), operator.get(), values, place.get("values"));
    if (!valid) {
      return Optional.empty();
    }
    return Optional.of(
        new RequirementTerm(canonical(key), operator.get(), values, minValues(place, values)));
  }

  private Optional<Operator> operator(Place place) {
    if (place.isAbsent()) {
      place.expected("one of " + String.join(", ", dialect.operators()));
    }
    return place.choice(dialect.operators()).map(Operator::valueOf);
  }

  private boolean suits(String key, Operator operator, List<String> values, Place place) {
    boolean spareAllowed = dialect.spareValues() == Dialect.SpareValues.LET_THROUGH;
    return switch (operator) {
      case In ->
          atLeastOne(values, place) && areLabelValues(place) && someKnown(key, values, place);
      case NotIn -> (spareAllowed || atLeastOne(values, place)) && areLabelValues(place);
      case Exists, DoesNotExist -> spareAllowed || isNone(values, operator, place);
      case Gt, Lt, Gte, Lte -> isOneNumber(values, operator, place);
    };
  }

  private OptionalInt minValues(Place expression, List<String> values) {
    var place = expression.get("minValues");
    var min = place.integer(1, MAX_MIN_VALUES);
    boolean isIn = expression.get("operator").text("").equals("In");
    if (min.isPresent() && isIn && values.size() < min.getAsInt()) {
      place.expected("at most the number of values listed, which is " + values.size());
    }
    return min;
  }

  private static boolean atLeastOne(List<String> values, Place place) {
    if (values.isEmpty()) {
      place.expected("at least one value");
    }
    return !values.isEmpty();
  }

  private static boolean isNone(List<String> values, Operator operator, Place place) {
    if (!values.isEmpty()) {
      place.expected("no values: " + operator + " takes none");
    }
    return values.isEmpty();
  }

  private static boolean isOneNumber(List<String> values, Operator operator, Place place) {
    if (values.size() == 1 && integer(values.getFirst()).orElse(-1) >= 0) {
      return true;
    }
    place.problem(
        values.size() == 1 ? Place.quoted(values.getFirst()) : place.shown(),
        "exactly one integer that is not negative, for " + operator);
    return false;
  }

  static OptionalLong integer(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException beyond64Bits) {
      return OptionalLong.empty();
    }
  }

  private static boolean areLabelValues(Place list) {
    boolean valid = true;
    for (var item : list.items()) {
      valid &= LabelSyntax.checkValue(item.text(""), item);
    }
    return valid;
  }

  /// Of a label with a closed list of values at least one must be asked for that exists.
  private static boolean someKnown(String key, List<String> values, Place place) {
    var known = Labels.KNOWN_VALUES.get(key);
    if (known == null || values.stream().anyMatch(known::contains)) {
      return true;
    }
    place.problem(
        String.join(", ", values.stream().map(Place::quoted).toList()),
        "at least one of " + String.join(", ", known));
    return false;
  }

  private boolean isKey(String key, Place place) {
    if (!LabelSyntax.checkKey(key, place)) {
      return false;
    }
    var canonical = canonical(key);
    if (dialect.restricted().map(rule -> rule.isRestricted(canonical)).orElse(false)) {
      place.problem(
          Place.quoted(key), "a label that may be asked for: this one is written by Karpenter");
      return false;
    }
    return true;
  }

  private String canonical(String key) {
    return aliases.canonical(key);
  }
}
