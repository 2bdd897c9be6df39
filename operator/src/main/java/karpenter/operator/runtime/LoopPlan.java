package karpenter.operator.runtime;

import java.util.List;
import java.util.function.Function;
import karpenter.operator.state.Change;

/// A loop, and what wakes it.
///
/// @param keys which keys a change concerns; called for every change, so it must be cheap
/// @param atStart keys to look at when the loops start, whatever changed
public record LoopPlan<K>(
    Loop<K> loop, Pace pace, Function<Change, List<K>> keys, List<K> atStart) {

  public static <K> LoopPlan<K> of(Loop<K> loop, Pace pace, Function<Change, List<K>> keys) {
    return new LoopPlan<>(loop, pace, keys, List.of());
  }

  /// A loop that looks after everything at once, from the start and whenever it asked to.
  public static LoopPlan<Loop.Singleton> singleton(Loop<Loop.Singleton> loop, Pace pace) {
    return new LoopPlan<>(loop, pace, _ -> List.of(), List.of(Loop.Singleton.ALL));
  }
}
