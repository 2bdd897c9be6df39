package karpenter.core.requirement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import karpenter.core.requirement.ValueSet.AllExcept;
import karpenter.core.requirement.ValueSet.Only;

/// One requirement as written in a NodePool, a NodeClaim or a pod.
public record RequirementTerm(
    String key, Operator operator, List<String> values, OptionalInt minValues) {

  public RequirementTerm {
    values = List.copyOf(values);
  }

  public RequirementTerm(String key, Operator operator, String... values) {
    this(key, operator, List.of(values), OptionalInt.empty());
  }

  /// Values must have been validated; what is not valid here is a bug of the caller.
  public ValueSet toValueSet() {
    return switch (operator) {
      case In -> ValueSet.in(atLeastOne());
      // NotIn without values demands existence, as upstream has it (spec 01 §1.0.4).
      case NotIn -> values.isEmpty() ? ValueSet.exists() : ValueSet.notIn(values);
      case Exists -> ValueSet.exists();
      case DoesNotExist -> ValueSet.doesNotExist();
      case Gt -> ValueSet.greaterThan(bound());
      case Gte -> ValueSet.atLeast(bound());
      case Lt -> ValueSet.lessThan(bound());
      case Lte -> ValueSet.atMost(bound());
    };
  }

  /// The terms that, taken together, say what the set says.
  ///
  /// Bounds are written as `Gte` and `Lte`, and what is excluded between them as a `NotIn` of its
  /// own: dropping it would let a provider pick an excluded value (spec 01 §8.1, C1). Absence
  /// beside values cannot be written except as a bare `NotIn`; elsewhere the values alone are
  /// written, which asks for more and so remains a correct promise. A contradiction is written as
  /// the pair `Exists`, `DoesNotExist`, and a set that restricts nothing only if it carries
  /// minValues.
  static List<RequirementTerm> of(String key, ValueSet set, OptionalInt minValues) {
    var terms = new ArrayList<RequirementTerm>();
    var writer = new Writer(key, minValues, terms);
    switch (set) {
      case Only only -> writer.write(only);
      case AllExcept all -> writer.write(all);
    }
    return List.copyOf(terms);
  }

  private record Writer(String key, OptionalInt minValues, List<RequirementTerm> terms) {
    void write(Only only) {
      if (!only.values().isEmpty()) {
        add(Operator.In, only.values());
        return;
      }
      if (!only.orAbsent()) {
        add(Operator.Exists, List.of());
      }
      add(Operator.DoesNotExist, List.of());
    }

    void write(AllExcept all) {
      all.bounds().min().ifPresent(min -> add(Operator.Gte, List.of(Long.toString(min))));
      all.bounds().max().ifPresent(max -> add(Operator.Lte, List.of(Long.toString(max))));
      boolean onlyCounts = minValues.isPresent() && all.excluded().isEmpty();
      if (!all.bounds().isBounded() && (!all.orAbsent() || onlyCounts)) {
        add(Operator.Exists, List.of());
      }
      if (!all.excluded().isEmpty()) {
        add(Operator.NotIn, all.excluded());
      }
    }

    private void add(Operator operator, Collection<String> values) {
      terms.add(new RequirementTerm(key, operator, List.copyOf(values), minValues));
    }
  }

  private List<String> atLeastOne() {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("In needs at least one value: " + this);
    }
    return values;
  }

  private long bound() {
    if (values.size() != 1) {
      throw new IllegalArgumentException(operator + " needs exactly one value: " + this);
    }
    try {
      return Long.parseLong(values.getFirst());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(operator + " needs a 64-bit integer: " + this, e);
    }
  }
}
