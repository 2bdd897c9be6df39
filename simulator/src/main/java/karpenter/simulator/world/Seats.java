package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// The nodes and the pods on them, made anew only where something changed.
final class Seats {
  private final InMemoryKube kube;
  private final Facts facts;
  private final Changes nodes;
  private final TreeMap<String, Seat> seats = new TreeMap<>();
  private final Map<String, Seat> byName = new HashMap<>();
  private final Seat.Crowd crowd = new Seat.Crowd();
  private List<Seat> list = List.of();

  /// Those somebody is nominated for: hardly any, so nobody asks all of them.
  private final Set<Seat> promised = new LinkedHashSet<>();

  Seats(InMemoryKube kube, Facts facts) {
    this.kube = kube;
    this.facts = facts;
    this.nodes =
        Changes.of(
            kube,
            (resource, object) -> {
              if (resource.equals(Resource.NODES)) {
                return Optional.of(ObjectKey.cluster(Metas.name(object)));
              }
              return resource.equals(Resource.PODS) && Pods.isBound(object)
                  ? Optional.of(ObjectKey.cluster(Pods.nodeName(object)))
                  : Optional.empty();
            });
  }

  /// In the order of their names, and nobody nominated.
  List<Seat> all() {
    forgetAll();
    var changed = nodes.take();
    if (!changed.isEmpty()) {
      changed.forEach(key -> renew(key.name(), kube.find(Resource.NODES, key).map(facts::node)));
      list = new ArrayList<>(seats.values());
    }
    return list;
  }

  private void renew(String name, Optional<NodeFacts> node) {
    var before = byName.remove(name);
    if (before != null) {
      before.leaveCrowd();
      seats.remove(name);
    }
    if (node.isPresent()) {
      var seat = new Seat(node.get(), crowd);
      for (var pod : kube.podsOn(name)) {
        if (!Pods.hasEnded(pod)) {
          seat.add(facts.pod(pod));
        }
      }
      seats.put(name, seat);
      byName.put(name, seat);
    }
  }

  @Nullable Seat find(String name) {
    return byName.get(name);
  }

  /// Those on all of them together.
  Seat.Crowd crowd() {
    return crowd;
  }

  /// Somebody was made to go for this pod, which is to go there.
  void nominate(PodFacts pod, Seat seat) {
    seat.nominate(pod);
    promised.add(seat);
  }

  /// It is to go nowhere any more.
  void forget(PodFacts pod) {
    promised.forEach(seat -> seat.forget(pod));
  }

  private void forgetAll() {
    promised.forEach(seat -> seat.nominated().clear());
    promised.clear();
  }
}
