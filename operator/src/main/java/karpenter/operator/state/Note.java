package karpenter.operator.state;

import java.time.Instant;

/// What we know because we decided it, not because the API server said so.
public sealed interface Note {
  /// Pods were promised this node; taking it now would provision twice for them.
  ///
  /// @param node the claim's name; the node's where it has no claim
  record Nominated(String node, Instant until) implements Note {}

  /// Promises that had ended by then are history.
  record Lapsed(Instant now) implements Note {}

  /// The claim's node is about to go: it is no capacity any more, and its pods need another place.
  record MarkedForDeletion(String claim) implements Note {}

  record UnmarkedForDeletion(String claim) implements Note {}

  /// A pod was promised the node of this claim.
  record Promised(String podUid, String claim) implements Note {}

  /// How many virtual pods of capacity buffers sit on each node; replaces what was noted before.
  ///
  /// @param counts by claim name
  record BufferPods(java.util.SortedMap<String, Integer> counts) implements Note {}
}
