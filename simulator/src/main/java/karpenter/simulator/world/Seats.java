package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
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

/// The nodes and the pods on them, changed only where something changed.
final class Seats {
  private final InMemoryKube kube;
  private final Facts facts;
  private final Changes nodes;
  private final Changes pods;
  private final List<Seat> seats = new ArrayList<>();
  private final Map<String, Seat> byName = new HashMap<>();
  private final Map<ObjectKey, Guest> guests = new HashMap<>();
  private final ArrayDeque<Integer> freeSlots = new ArrayDeque<>();
  private final Seat.Crowd crowd = new Seat.Crowd();

  /// Those somebody is nominated for: hardly any, so nobody asks all of them.
  private final Set<Seat> promised = new LinkedHashSet<>();

  /// A pod that takes room on a node, whether or not there is such a node.
  private record Guest(PodFacts pod, String node) {
    boolean isOnTheSameAs(Guest other) {
      return pod.uid().equals(other.pod.uid()) && node.equals(other.node);
    }
  }

  Seats(InMemoryKube kube, Facts facts) {
    this.kube = kube;
    this.facts = facts;
    this.nodes = Changes.of(kube, Resource.NODES);
    this.pods =
        Changes.of(
            kube,
            (resource, object) ->
                resource.equals(Resource.PODS) && Pods.isBound(object)
                    ? Optional.of(Metas.key(object))
                    : Optional.empty());
  }

  /// In the order of their names, and nobody nominated. The list is ours, and changes with the next
  /// call.
  List<Seat> all() {
    forgetAll();
    for (var key : pods.take()) {
      move(key);
    }
    var changed = nodes.take();
    for (var key : changed) {
      renew(key.name(), kube.find(Resource.NODES, key).map(facts::node));
    }
    if (!changed.isEmpty()) {
      crowd.order(seats);
    }
    return seats;
  }

  private void move(ObjectKey key) {
    var found = kube.find(Resource.PODS, key).filter(Seats::takesRoom);
    var before = guests.get(key);
    if (found.isEmpty()) {
      guests.remove(key);
      leave(before);
      return;
    }
    var now = new Guest(facts.pod(found.get()), Pods.nodeName(found.get()));
    guests.put(key, now);
    if (before == null || !before.isOnTheSameAs(now)) {
      leave(before);
    }
    var seat = byName.get(now.node);
    if (seat != null) {
      seat.renew(now.pod);
    }
  }

  private void leave(@Nullable Guest guest) {
    var seat = guest == null ? null : byName.get(guest.node);
    if (guest != null && seat != null) {
      seat.remove(guest.pod);
    }
  }

  private static boolean takesRoom(ObjectNode pod) {
    return Pods.isBound(pod) && !Pods.hasEnded(pod);
  }

  /// The pod is about to be bound.
  void take(ObjectKey key, PodFacts pod, Seat seat) {
    guests.put(key, new Guest(pod, seat.name()));
    seat.add(pod);
  }

  private void renew(String name, Optional<NodeFacts> node) {
    int place = place(name);
    var before = byName.remove(name);
    if (before != null) {
      before.leaveCrowd();
      freeSlots.push(before.slot());
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
    // Slots are numbered from zero: where none is free, all below the number of nodes are taken.
    int slot = freeSlots.isEmpty() ? seats.size() : freeSlots.pop();
    var seat = new Seat(node, slot, crowd);
    for (var pod : kube.podsOn(node.name())) {
      if (takesRoom(pod)) {
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
