package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Toleration;
import org.jspecify.annotations.Nullable;

/// The domains that only existing nodes offer, and would vanish with the last of these: the floor
/// of a spread and the choices of a draft are then others than what was compiled.
final class LoneDomains {
  private static final SortedSet<String> NO_VALUES = Collections.emptySortedSet();

  private final List<Offer> offers = new ArrayList<>();

  /// @param domainOf per node its domain among those no template offers, or -1
  /// @param nodes how many nodes are in each
  private record Offer(int[] domainOf, int[] nodes) {}

  private record Filter(KeySpace space, List<Toleration> tolerations) {}

  LoneDomains(Batch batch) {
    for (KeySpace space : batch.keySpaces()) add(batch, space, null);
    Set<Filter> seen = new HashSet<>();
    for (PodClass podClass : batch.classes()) {
      var spec = podClass.spec;
      for (SpreadConstraint constraint : spec.spread()) {
        if (constraint.nodeTaints() != SpreadConstraint.Inclusion.HONOR
            || constraint.topologyKey().equals(CountGroup.HOSTNAME)) continue;
        KeySpace space = batch.space(constraint.topologyKey());
        if (seen.add(new Filter(space, spec.tolerations()))) add(batch, space, spec.tolerations());
      }
    }
  }

  private void add(Batch batch, KeySpace space, @Nullable List<Toleration> tolerations) {
    long[] offered = Bits.none(Math.max(1, space.size()));
    for (Template template : batch.catalogue.templates) {
      if (tolerations != null && !Batch.tolerated(tolerations, template.pool.taints())) continue;
      for (String value : template.domains.getOrDefault(space.key, NO_VALUES)) {
        Bits.set(offered, space.idOf(value));
      }
    }
    int[] domainOf = new int[batch.nodes.size()];
    int[] nodes = new int[space.size()];
    boolean any = false;
    for (int i = 0; i < domainOf.length; i++) {
      var node = batch.nodes.get(i).node;
      String value = node.labels().get(space.key);
      int domain = value == null ? -1 : space.idOf(value);
      boolean isLone =
          domain >= 0
              && !Bits.get(offered, domain)
              && (tolerations == null || Batch.tolerated(tolerations, node.taints()));
      domainOf[i] = isLone ? domain : -1;
      if (isLone) nodes[domain]++;
      any |= isLone;
    }
    if (any) offers.add(new Offer(domainOf, nodes));
  }

  /// Whether a domain has no other nodes than these.
  boolean vanishWith(int[] removed) {
    for (Offer offer : offers) {
      for (int node : removed) {
        int domain = offer.domainOf[node];
        if (domain >= 0
            && offer.nodes[domain] <= removed.length
            && isLast(offer, domain, removed)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Forgets a node that is gone for good.
  void forget(int node) {
    for (Offer offer : offers) {
      int domain = offer.domainOf[node];
      if (domain >= 0) offer.nodes[domain]--;
      offer.domainOf[node] = -1;
    }
  }

  private static boolean isLast(Offer offer, int domain, int[] removed) {
    int left = offer.nodes[domain];
    for (int node : removed) if (offer.domainOf[node] == domain) left--;
    return left == 0;
  }
}
