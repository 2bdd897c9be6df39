package karpenter.operator.statics;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.Labels;
import karpenter.core.facts.CommandRecord;
import karpenter.core.statics.StaticCount;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Which pools are static, so that a claim's change can be told to concern one without looking
/// anything up. Told of every change by the state's writer.
final class StaticPools {
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  /// The pool to look at again because of this change.
  List<String> concernedBy(Change change) {
    if (change.concerns(Kind.NODE_POOLS)) {
      var name = change.key().name();
      if (change.after(Kind.NODE_POOLS).filter(pool -> pool.facts().isStatic()).isEmpty()) {
        names.remove(name);
        return List.of();
      }
      names.add(name);
      return List.of(name);
    }
    if (names.isEmpty() || !change.concerns(Kind.NODE_CLAIMS) || !countsDifferently(change)) {
      return List.of();
    }
    return change
        .latest(Kind.NODE_CLAIMS)
        .map(claim -> claim.meta().label(Labels.NODE_POOL))
        .filter(names::contains)
        .stream()
        .toList();
  }

  private static boolean countsDifferently(Change change) {
    var before = change.before(Kind.NODE_CLAIMS);
    var after = change.after(Kind.NODE_CLAIMS);
    return before.isEmpty()
        || after.isEmpty()
        || StaticCount.isDeleting(before.get()) != StaticCount.isDeleting(after.get())
        || CommandRecord.isCandidate(before.get()) != CommandRecord.isCandidate(after.get());
  }
}
