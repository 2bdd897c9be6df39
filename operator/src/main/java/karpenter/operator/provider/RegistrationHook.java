package karpenter.operator.provider;

import java.time.Duration;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.Unreachable;

/// Something a provider must see done before a node may take pods.
public interface RegistrationHook {
  String name();

  /// Empty when done; otherwise when to ask again.
  Optional<Duration> pending(ClaimFacts claim, NodeFacts node)
      throws Unreachable, InterruptedException;
}
