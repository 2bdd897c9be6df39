package karpenter.operator.disruption;

import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.disruption.Command;
import karpenter.operator.Unreachable;
import karpenter.operator.state.ClusterSnapshot;

/// Whoever carries out what was decided.
interface Commands {
  /// Claims that are part of a command under way.
  SortedSet<String> busy(ClusterSnapshot snapshot);

  /// @return why it was not begun; empty when it was
  Optional<String> start(Command command) throws Unreachable, InterruptedException;
}
