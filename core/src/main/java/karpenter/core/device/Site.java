package karpenter.core.device;

import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// Where devices are to be used: a node, or what a node to be bought may still become. Immutable;
/// the devices chosen narrow it.
public interface Site {
  /// This site with one more demand on its labels; null when it cannot be met.
  @Nullable Site narrowed(Requirements demanded);

  /// The node that is there; empty while there is none.
  String nodeName();
}
