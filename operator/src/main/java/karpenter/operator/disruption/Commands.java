package karpenter.operator.disruption;

import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.disruption.Command;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;

/// Whoever carries out what was decided.
interface Commands {
  /// Claims that are part of a command under way.
  SortedSet<String> busy(ClusterSnapshot snapshot);

  /// Removes marks of disruptions that nobody carries out; done when there are none. To be called
  /// before commands are looked for, by whoever starts them.
  Outcome tidy() throws InterruptedException;

  /// @return why it was not begun; empty when it was
  Optional<String> start(Command command) throws Unreachable, InterruptedException;
}
