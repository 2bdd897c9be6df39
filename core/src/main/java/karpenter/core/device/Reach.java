package karpenter.core.device;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// From which nodes a device can be used.
public sealed interface Reach {
  record Everywhere() implements Reach {}

  record OnNode(String node) implements Reach {}

  /// From nodes that meet one of the alternatives.
  record Where(List<Requirements> alternatives) implements Reach {
    public Where {
      alternatives = List.copyOf(alternatives);
    }
  }

  Reach EVERYWHERE = new Everywhere();

  /// One of several terms. Terms that differ in the values of a single label are one: that leaves a
  /// node all the values instead of the first that works.
  static Reach where(List<Requirements> terms) {
    var joined = new ArrayList<Requirements>();
    for (var term : terms) {
      int like = indexOfLike(joined, term);
      if (like < 0) joined.add(term);
      else joined.set(like, union(joined.get(like), term));
    }
    return new Where(joined);
  }

  private static int indexOfLike(List<Requirements> terms, Requirements wanted) {
    for (int i = 0; i < terms.size(); i++) {
      if (isOneFiniteKey(wanted)
          && isOneFiniteKey(terms.get(i))
          && terms.get(i).keys().equals(wanted.keys())) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isOneFiniteKey(Requirements term) {
    return term.keys().size() == 1
        && !term.hasMinValues()
        && term.keys().stream()
            .map(term::get)
            .allMatch(set -> set.finiteValues().isPresent() && !set.allowsAbsent());
  }

  private static Requirements union(Requirements one, Requirements other) {
    var key = one.keys().iterator().next();
    var values = new TreeSet<String>();
    one.get(key).finiteValues().ifPresent(values::addAll);
    other.get(key).finiteValues().ifPresent(values::addAll);
    return Requirements.of(key, ValueSet.in(values));
  }
}
