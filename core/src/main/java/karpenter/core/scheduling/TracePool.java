package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import karpenter.core.cluster.NodePool;
import org.jspecify.annotations.Nullable;

/// A pool as tracing sees it: those the catalogue left out are here too, since a user asks about
/// them first of all.
///
/// @param index of the template in the catalogue; -1 if it was left out
record TracePool(NodePool pool, int index, @Nullable StateSpace space, TraceTypes types) {

  private static final Comparator<NodePool> BY_PRECEDENCE =
      Comparator.comparingInt(NodePool::weight).thenComparing(NodePool::name).reversed();

  static List<TracePool> all(Batch batch) {
    List<TracePool> pools = new ArrayList<>();
    for (NodePool pool : batch.problem.pools().stream().sorted(BY_PRECEDENCE).toList()) {
      pools.add(of(pool, batch));
    }
    return pools;
  }

  boolean isLeftOut() {
    return index < 0;
  }

  private static TracePool of(NodePool pool, Batch batch) {
    var catalogue = batch.catalogue;
    for (int t = 0; t < batch.spaces.length; t++) {
      Template template = batch.spaces[t].template;
      if (template.pool.name().equals(pool.name())) {
        return new TracePool(pool, t, batch.spaces[t], types(pool, template, batch));
      }
    }
    var compiled =
        Template.compile(pool, catalogue.daemons, catalogue.resources, catalogue.wellKnown);
    return new TracePool(
        pool,
        -1,
        compiled.map(template -> new StateSpace(template, catalogue.wellKnown)).orElse(null),
        types(pool, compiled.orElse(null), batch));
  }

  private static TraceTypes types(NodePool pool, @Nullable Template template, Batch batch) {
    return new TraceTypes(pool, template, batch.resources, batch.catalogue.wellKnown);
  }
}
