package karpenter.core.wire;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.api.Problem;

/// Collects what is wrong with one object, in the order it was met and each thing once.
public final class Problems {
  /// A generated object can be wrong in a million places; nobody reads past the first screens.
  static final int MAX_PROBLEMS = 100;

  private final Set<Problem> found = new LinkedHashSet<>();
  private int unlisted;

  public Problems() {}

  public void add(Problem problem) {
    if (found.size() < MAX_PROBLEMS) {
      found.add(problem);
    } else if (!found.contains(problem)) {
      unlisted++;
    }
  }

  void addAll(Iterable<Problem> problems) {
    problems.forEach(this::add);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public int count() {
    return found.size() + unlisted;
  }

  public List<Problem> list() {
    var all = new ArrayList<>(found);
    if (unlisted > 0) {
      all.add(
          Problem.at("")
              .found(unlisted + " more problems")
              .expected("the first " + MAX_PROBLEMS + " to be mended before the rest is listed"));
    }
    return List.copyOf(all);
  }

  /// All of it in one line; nothing when nothing is wrong.
  Optional<String> sentence() {
    return isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", list().stream().map(Problem::sentence).toList()));
  }
}
