package karpenter.core.nodepool;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.resource.Resources;

/// What the nodes of a pool amount to (spec 01 §5.5).
public final class PoolUsage {
  private static final String INITIALIZED = "karpenter.sh/initialized";

  /// Shown even when there is none of it.
  private static final List<String> ALWAYS =
      List.of(
          Resources.CPU,
          Resources.MEMORY,
          Resources.PODS,
          Resources.EPHEMERAL_STORAGE,
          Resources.NODES);

  private PoolUsage() {}

  /// A claim that counts, with its Node where there is one.
  public record Member(ClaimFacts claim, Optional<NodeFacts> node) {
    /// Until the Node is initialized it may not know its own size yet: what is missing or zero
    /// there counts as the provider said.
    Resources capacity() {
      if (node.isEmpty()) {
        return claim.capacity();
      }
      var found = node.get().capacity();
      if (node.get().meta().label(INITIALIZED).equals("true")) {
        return found;
      }
      var filled = new TreeMap<>(found.toMap());
      claim
          .capacity()
          .toMap()
          .forEach(
              (name, amount) -> {
                if (found.get(name) == 0) {
                  filled.put(name, amount);
                }
              });
      return Resources.of(filled);
    }
  }

  /// Goes, or its machine does: no capacity any more.
  public static boolean isGoing(ClaimFacts claim) {
    return claim.meta().isDeleting() || claim.is(ClaimFacts.INSTANCE_TERMINATING);
  }

  public static Resources of(Collection<Member> members) {
    var sum = Resources.none();
    for (var name : ALWAYS) {
      sum = sum.with(name, 0);
    }
    for (var member : members) {
      sum = sum.plus(member.capacity());
    }
    return sum.with(Resources.NODES, members.size());
  }
}
