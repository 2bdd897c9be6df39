package karpenter.api.schema;

import java.util.ArrayList;
import java.util.List;
import karpenter.api.Problem;

/// Problems in the order they were found, up to a limit: nobody reads more, and a document of
/// megabytes may hold a million. Past the limit one entry says how many were left out.
final class Problems {
  static final int MAX_PROBLEMS = 200;

  private final List<Problem> kept = new ArrayList<>();
  private int count;

  void add(Problem problem) {
    if (count++ < MAX_PROBLEMS) {
      kept.add(problem);
    }
  }

  /// Grows with every problem, kept or not, so that a caller can tell whether there were any since.
  int count() {
    return count;
  }

  List<Problem> list() {
    var all = new ArrayList<>(kept);
    if (count > MAX_PROBLEMS) {
      all.add(
          Problem.at("")
              .found((count - MAX_PROBLEMS) + " more problems")
              .expected("the first " + MAX_PROBLEMS + " to be mended"));
    }
    return List.copyOf(all);
  }
}
