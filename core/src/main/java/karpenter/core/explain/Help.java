package karpenter.core.explain;

import java.util.List;

/// Whether one change would give a pod a place. `tried` is how often the problem was solved anew to
/// find out.
public sealed interface Help {

  /// The smallest change found. It was tried: the pod gets a place, and no more pods than before
  /// are without one.
  ///
  /// @param displaced pods that would lose theirs; empty unless every change that helps takes some
  record Helps(Change change, List<String> displaced, int tried) implements Help {
    public Helps {
      displaced = List.copyOf(displaced);
    }
  }

  record NoSingleChangeHelps(int tried) implements Help {}

  /// The search reached its bound before it had tried everything.
  record SearchEnded(int tried) implements Help {}

  /// Nobody looked: only the reasons were asked for.
  record NotSearched() implements Help {}
}
