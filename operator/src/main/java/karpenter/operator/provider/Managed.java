package karpenter.operator.provider;

import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;

/// Which objects are ours (spec 02 §0.2). All others are left alone without a word, so that several
/// builds can share a cluster.
public record Managed(List<NodeClassKind> kinds) {
  public Managed {
    kinds = List.copyOf(kinds);
  }

  public static Managed by(CloudProvider provider) {
    return new Managed(provider.nodeClassKinds());
  }

  public boolean is(ClaimFacts claim) {
    return is(claim.nodeClass());
  }

  public boolean is(PoolFacts pool) {
    return is(pool.nodeClass());
  }

  public boolean is(NodeFacts node) {
    return kinds.stream().anyMatch(kind -> node.meta().labels().containsKey(kind.label()));
  }

  /// Asked with every look at a claim, hence no stream.
  private boolean is(NodeClassRef ref) {
    for (var kind : kinds) {
      if (kind.kind().equals(ref.kind()) && kind.group().equals(ref.group())) {
        return true;
      }
    }
    return false;
  }
}
