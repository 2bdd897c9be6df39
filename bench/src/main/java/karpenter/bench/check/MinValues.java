package karpenter.bench.check;

import java.util.Collection;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A pool may ask for variety: at least so many values of a key among the listed types.
///
/// Counts the values of the types themselves, as upstream does, even where the claim has become
/// narrower than they are.
final class MinValues {
  private MinValues() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    if (!scene.workload().options().minValuesStrict()) return;
    for (var node : scene.newNodes())
      node.pool()
          .minValues()
          .forEach(
              (key, wanted) -> {
                var found = values(node.candidates(), key);
                if (found < wanted)
                  faults.accept(
                      new Fault(
                          Fault.Code.MIN_VALUES,
                          node.name(),
                          "offers %d values of %s, NodePool %s asks for at least %d"
                              .formatted(found, key, node.pool().name(), wanted)));
              });
  }

  /// Whether these types would be enough for the pool.
  static boolean hold(Pool pool, Collection<Candidate> types, Workload.Options options) {
    return !options.minValuesStrict()
        || pool.minValues().entrySet().stream()
            .allMatch(wanted -> values(types, wanted.getKey()) >= wanted.getValue());
  }

  private static int values(Collection<Candidate> types, String key) {
    var values = new TreeSet<String>();
    for (var candidate : types)
      candidate
          .type()
          .requirements()
          .find(key)
          .filter(own -> !own.complement())
          .ifPresent(own -> values.addAll(own.values()));
    return values.size();
  }
}
