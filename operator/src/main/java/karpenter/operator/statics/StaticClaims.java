package karpenter.operator.statics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.api.RestrictedLabels;
import karpenter.core.facts.PoolFacts;
import karpenter.core.resource.Resources;
import karpenter.core.statics.StaticCount;
import karpenter.core.statics.StaticNames;
import karpenter.core.wire.ClaimWriter;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;

/// The claims of static pools: straight from the template. Nobody reserves room for them; each
/// counts what the snapshot holds and takes the first names that are free, so that two who take the
/// last room at once want the same name, and one of them gets it.
public final class StaticClaims {
  private final Managed managed;
  private final ClaimWriter writer;

  public StaticClaims(Managed managed, ProviderLabels labels) {
    this.managed = managed;
    this.writer =
        new ClaimWriter(RestrictedLabels.CORE.with(labels.wellKnown(), labels.restrictedDomains()));
  }

  public boolean mayGrow(PoolState pool) {
    return isHeld(pool) && pool.facts().isReady();
  }

  boolean isHeld(PoolState pool) {
    var facts = pool.facts();
    return facts.isStatic() && managed.is(facts) && !facts.meta().isDeleting();
  }

  /// How many more the pool may hold; everything counts that is still there.
  public static long room(PoolState pool, ClusterSnapshot snapshot) {
    return Math.max(0, limit(pool.facts()).orElse(Long.MAX_VALUE) - count(pool, snapshot).all());
  }

  static OptionalLong limit(PoolFacts pool) {
    return pool.limits()
        .filter(limits -> limits.has(Resources.NODES))
        .map(limits -> OptionalLong.of(limits.get(Resources.NODES)))
        .orElse(OptionalLong.empty());
  }

  public static StaticCount count(PoolState pool, ClusterSnapshot snapshot) {
    return StaticCount.of(snapshot.claimsOfPool(pool.name()), snapshot.notes().markedForDeletion());
  }

  public static List<String> names(PoolState pool, int count, ClusterSnapshot snapshot) {
    var taken = new TreeSet<String>();
    snapshot.claims().forEach(claim -> taken.add(claim.name()));
    return StaticNames.free(pool.facts(), taken, count);
  }

  /// @param annotations beside those of the template
  public ObjectNode tree(String name, PoolState pool, SortedMap<String, String> annotations) {
    ObjectNode tree =
        Json.JSON.valueToTree(writer.writeStatic(name, pool.source(), pool.facts().requirements()));
    var written = tree.withObjectProperty("metadata").withObjectProperty("annotations");
    annotations.forEach(written::put);
    return tree;
  }
}
