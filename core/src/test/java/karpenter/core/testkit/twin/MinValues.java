package karpenter.core.testkit.twin;

import java.util.List;
import karpenter.core.requirement.Requirements;

/// How many values of a key the surviving types keep open (section 7).
final class MinValues {
  private MinValues() {}

  static boolean hold(Requirements requirements, List<Row> rows) {
    return requirements.minValues().entrySet().stream()
        .allMatch(minimum -> reached(minimum.getKey(), rows) >= minimum.getValue());
  }

  /// The requirements with every minimum that is not reached lowered to what is.
  static Requirements lowered(Requirements requirements, List<Row> rows) {
    Requirements result = requirements;
    for (var minimum : requirements.minValues().entrySet()) {
      String key = minimum.getKey();
      int reached = reached(key, rows);
      if (reached >= minimum.getValue()) continue;
      var bare = result.without(key);
      if (requirements.has(key)) bare = bare.replace(key, requirements.get(key));
      // reading: a minimum lowered to zero is no minimum.
      result = reached == 0 ? bare : bare.withMinValues(key, reached);
    }
    return result;
  }

  // reading: the values of the types themselves, whether or not the requirements allow each.
  private static int reached(String key, List<Row> rows) {
    return (int)
        rows.stream()
            .flatMap(row -> row.type().requirements().get(key).finiteValues().stream())
            .flatMap(values -> values.stream())
            .distinct()
            .count();
  }
}
