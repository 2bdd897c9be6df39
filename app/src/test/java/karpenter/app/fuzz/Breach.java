package karpenter.app.fuzz;

import java.util.List;
import karpenter.api.Problem;

/// A parser returned, and its answer breaks a law.
final class Breach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Breach(String law) {
    super(law);
  }

  static void unless(boolean holds, String law, Object... arguments) {
    if (!holds) {
      throw new Breach(law.formatted(arguments));
    }
  }

  /// A refusal names what was found and what would be right.
  static void unlessTold(List<Problem> problems) {
    for (var problem : problems) {
      unless(!problem.found().isBlank(), "a problem says what was found: %s", problem);
      unless(!problem.expected().isBlank(), "a problem says what is expected: %s", problem);
      unless(!problem.sentence().contains("java."), "a problem names no class: %s", problem);
    }
  }
}
