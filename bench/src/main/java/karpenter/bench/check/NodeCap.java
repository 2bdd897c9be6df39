package karpenter.bench.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// At most so many pods of some kinds share a node, because all of them declare the same rule about
/// each other: required anti-affinity or a hard spread by hostname, or a host port.
///
/// @param kinds indexes of the kinds
public record NodeCap(BitSet kinds, int perNode) {

  static List<NodeCap> of(List<PodKind> kinds) {
    Map<Object, BitSet> members = new LinkedHashMap<>();
    Map<Object, Integer> most = new LinkedHashMap<>();
    for (var kind : kinds) {
      var pod = kind.first();
      for (var term : pod.terms().antiAffinity())
        if (term.topologyKey().equals(LabelKeys.HOSTNAME) && term.matcher().matches(pod))
          note(members, most, List.of("apart", term), kind.index(), 1);
      for (var spread : pod.spreads())
        if (isPerNode(spread, pod))
          note(members, most, List.of("spread", spread.matcher()), kind.index(), spread.maxSkew());
      for (var port : pod.ports()) note(members, most, List.of("port", port), kind.index(), 1);
    }
    var caps = new ArrayList<NodeCap>();
    members.forEach((rule, all) -> caps.add(new NodeCap(all, most.getOrDefault(rule, 1))));
    return caps;
  }

  /// A fresh node can always be had, so the emptiest node has none and the skew is the most.
  private static boolean isPerNode(Spread spread, Pod pod) {
    return !spread.soft()
        && spread.topologyKey().equals(LabelKeys.HOSTNAME)
        && spread.matcher().matches(pod);
  }

  /// Of several skews for one selector the largest is the safe one.
  private static void note(
      Map<Object, BitSet> members, Map<Object, Integer> most, Object rule, int kind, int perNode) {
    members.computeIfAbsent(rule, _ -> new BitSet()).set(kind);
    most.merge(rule, perNode, Math::max);
  }
}
