package karpenter.api.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.FieldPath;
import karpenter.api.LabelText;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.Suggestion;
import karpenter.api.v1.Requirement;

/// The runtime rules of one requirement. Keys are judged by their modern names.
final class RequirementValidation {
  static final String IN = "In";
  static final String NOT_IN = "NotIn";
  private static final List<String> NUMERIC = List.of("Gt", "Lt", "Gte", "Lte");
  private static final List<String> OPERATORS =
      List.of(IN, NOT_IN, "Exists", "DoesNotExist", "Gt", "Lt", "Gte", "Lte");

  private final Requirement requirement;
  private final String key;
  private final String path;
  private final List<Problem> problems = new ArrayList<>();

  private RequirementValidation(Requirement requirement, String path) {
    this.requirement = requirement;
    this.key = Labels.normalized(requirement.key());
    this.path = path;
  }

  static List<Problem> problems(Requirement requirement, RestrictedLabels labels, String path) {
    var validation = new RequirementValidation(requirement, path);
    validation.key(labels);
    validation.operator();
    validation.values();
    return validation.problems;
  }

  /// Values outside the closed list of a well-known key, beside others that are in it: they are
  /// ignored, so the user should hear of them.
  static List<Problem> warnings(Requirement requirement, String path) {
    var known = Labels.KNOWN_VALUES.get(Labels.normalized(requirement.key()));
    if (known == null
        || !requirement.operator().equals(IN)
        || requirement.values().stream().noneMatch(known::contains)) {
      return List.of();
    }
    var warnings = new ArrayList<Problem>();
    for (int i = 0; i < requirement.values().size(); i++) {
      var value = requirement.values().get(i);
      if (!known.contains(value)) {
        warnings.add(
            Problem.at(FieldPath.item(path + ".values", i))
                .found(quoted(value))
                .expected(oneOf(known, value)));
      }
    }
    return warnings;
  }

  private void key(RestrictedLabels labels) {
    var at = Problem.at(path + ".key");
    if (labels.isRestricted(key)) {
      problems.add(
          at.found(quoted(key))
              .expected(
                  "a label that Karpenter does not set itself: a well-known one, or one"
                      + " outside the domains "
                      + String.join(", ", labels.domains())));
    }
    LabelText.faultOfKey(key)
        .ifPresent(right -> problems.add(at.found(quoted(key)).expected(right)));
  }

  private void operator() {
    if (!OPERATORS.contains(requirement.operator())) {
      problems.add(
          Problem.at(path + ".operator")
              .found(quoted(requirement.operator()))
              .expected(oneOf(OPERATORS, requirement.operator())));
    }
  }

  private void values() {
    var at = Problem.at(path + ".values");
    var values = requirement.values();
    for (int i = 0; i < values.size(); i++) {
      var here = Problem.at(FieldPath.item(path + ".values", i));
      var value = values.get(i);
      LabelText.faultOfValue(value)
          .ifPresent(right -> problems.add(here.found(quoted(value)).expected(right)));
    }
    if (requirement.operator().equals(IN)) {
      listed(at, values);
    }
    if (NUMERIC.contains(requirement.operator())
        && (values.size() != 1 || !isCount(values.getFirst()))) {
      problems.add(
          at.found(values.toString())
              .expected(
                  "exactly one value, an integer of at least 0, for operator "
                      + requirement.operator()));
    }
  }

  private void listed(Problem.At at, List<String> values) {
    var least = Optional.ofNullable(requirement.minValues());
    if (values.isEmpty()) {
      problems.add(at.found("nothing").expected("at least one value for operator In"));
    } else if (least.isPresent() && values.size() < least.get()) {
      problems.add(
          at.found(values.size() + " values")
              .expected("at least the " + least.get() + " that minValues asks for"));
    }
    Optional.ofNullable(Labels.KNOWN_VALUES.get(key))
        .ifPresent(
            known -> {
              long usable = values.stream().filter(known::contains).count();
              if (usable == 0) {
                problems.add(
                    at.found(values.toString())
                        .expected(
                            "at least " + oneOf(known, values.isEmpty() ? "" : values.getFirst())));
              } else if (least.isPresent() && usable < least.get()) {
                problems.add(
                    at.found(usable + " known values")
                        .expected(
                            "at least the "
                                + least.get()
                                + " that minValues asks for, out of "
                                + String.join(", ", known)));
              }
            });
  }

  /// Bounds beyond 64 bits are no integers to anybody who reads them later.
  private static boolean isCount(String value) {
    try {
      return Long.parseLong(value) >= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static String oneOf(List<String> known, String written) {
    return "one of " + String.join(", ", known) + Suggestion.hint(written, known);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
