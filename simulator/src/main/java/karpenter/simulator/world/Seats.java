package karpenter.simulator.world;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// The nodes and the pods on them, made anew only where something changed.
final class Seats {
  private final InMemoryKube kube;
  private final Facts facts;
  private final Changes nodes;
  private final TreeMap<String, Seat> seats = new TreeMap<>();

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

  /// In the order of their names.
  Collection<Seat> all() {
    for (var key : nodes.take()) {
      var node = kube.find(Resource.NODES, key);
      if (node.isEmpty()) {
        seats.remove(key.name());
      } else {
        var seat = new Seat(facts.node(node.get()));
        for (var pod : kube.podsOn(key.name())) {
          if (!Pods.hasEnded(pod)) {
            seat.add(facts.pod(pod));
          }
        }
        seats.put(key.name(), seat);
      }
    }
    return Collections.unmodifiableCollection(seats.values());
  }
}
