package karpenter.bench.check;

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
                var found = values(node, key);
                if (found < wanted)
                  faults.accept(
                      new Fault(
                          Fault.Code.MIN_VALUES,
                          node.name(),
                          "offers %d values of %s, NodePool %s asks for at least %d"
                              .formatted(found, key, node.pool().name(), wanted)));
              });
  }

  private static int values(NewNode node, String key) {
    var values = new TreeSet<String>();
    for (var candidate : node.candidates())
      candidate
          .type()
          .requirements()
          .find(key)
          .filter(own -> !own.complement())
          .ifPresent(own -> values.addAll(own.values()));
    return values.size();
  }
}
