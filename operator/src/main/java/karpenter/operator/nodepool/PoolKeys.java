package karpenter.operator.nodepool;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// Which pools a change concerns, by name.
final class PoolKeys {
  private PoolKeys() {}

  static List<String> ofPool(Change change) {
    return change.concerns(Kind.NODE_POOLS) ? List.of(change.key().name()) : List.of();
  }

  /// Pools, and those that use a node class that changed.
  static Function<Change, List<String>> ofPoolOrClass(LoopContext ctx) {
    var kinds = ctx.provider().nodeClassKinds();
    return change -> {
      if (!NodeClassKind.isAmong(kinds, change.kind().resource())) {
        return ofPool(change);
      }
      return Stream.of(change.before(), change.after())
          .flatMap(side -> side.stream())
          .map(NodeClassFacts.class::cast)
          .map(NodeClassFacts::ref)
          .distinct()
          .flatMap(
              ref ->
                  ctx.state().snapshot().pools().stream()
                      .filter(pool -> pool.facts().nodeClass().equals(ref)))
          .map(PoolState::name)
          .distinct()
          .toList();
    };
  }
}
