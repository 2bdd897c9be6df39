package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private final List<Seat> seats = new ArrayList<>();
  private final Map<String, Seat> byName = new HashMap<>();
  private final Seat.Crowd crowd = new Seat.Crowd();

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

  /// In the order of their names, and nobody nominated. The list is ours, and changes with the next
  /// call.
  List<Seat> all() {
    forgetAll();
    for (var key : nodes.take()) {
      renew(key.name(), kube.find(Resource.NODES, key).map(facts::node));
    }
    return seats;
  }

  private void renew(String name, Optional<NodeFacts> node) {
    int place = place(name);
    var before = byName.remove(name);
    if (before != null) {
      before.leaveCrowd();
    }
    if (node.isPresent()) {
      var seat = seat(node.get());
      byName.put(name, seat);
      if (before == null) {
        seats.add(place, seat);
      } else {
        seats.set(place, seat);
      }
    } else if (before != null) {
      seats.remove(place);
    }
  }

  private Seat seat(NodeFacts node) {
    var seat = new Seat(node, crowd);
    for (var pod : kube.podsOn(node.name())) {
      if (!Pods.hasEnded(pod)) {
        seat.add(facts.pod(pod));
      }
    }
    return seat;
  }

  /// Where the node is among all, or would be.
  private int place(String name) {
    int from = 0;
    int to = seats.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (seats.get(middle).name().compareTo(name) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
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
