package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.NodePlanner.Remnants;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.PodOrder.Priority;
import karpenter.core.scheduling.Reseating.LimitsThen;
import karpenter.core.scheduling.Run.Opening;

/// Improves a packing: the new nodes that cost most for what they carry are given up, and their
/// pods placed again beside the nodes that stay (docs/scheduling.md, section 9).
final class Repacking {
  /// A node that costs no more than this times the shares of its pods is good enough.
  private static final double GOOD = 1.01;

  private final Batch batch;
  private final Priority priority;
  private final List<Pod> bySize;

  /// @param bySize all pods, largest first: part of a sorted list needs no sorting
  Repacking(Batch batch, Priority priority, List<Pod> bySize) {
    this.batch = batch;
    this.priority = priority;
    this.bySize = bySize;
  }

  /// A packing in which nodes worth `part` of the whole cost were packed again; the same one where
  /// there is none to give up.
  ///
  /// @param begun told of the run before it places anybody
  Placement repacked(Placement from, double part, Consumer<Run> begun) {
    Set<Integer> given = givenUp(from, part);
    if (given.isEmpty()) return from;
    Map<Pod, Integer> seats = Reseating.seats(from);
    batch.reset();
    var run = new Run(batch, Opening.PLANNED);
    begun.accept(run);
    Set<Pod> kept = Collections.newSetFromMap(new IdentityHashMap<>(seats.size()));
    List<Pod> staying = new ArrayList<>();
    for (Pod pod : from.order()) {
      Integer seat = seats.get(pod);
      if (seat != null && given.contains(seat)) continue;
      staying.add(pod);
      kept.add(pod);
    }
    for (Pod pod : new Reseating(run, from, LimitsThen.APPLY).place(staying)) kept.remove(pod);
    List<Pod> rest = new ArrayList<>();
    for (Pod pod : bySize) if (!kept.contains(pod)) rest.add(pod);
    List<Pod> unplaced = run.placePlanning(rest, priority, Remnants.MEAN_POD);
    run.takeBackTypes();
    return new PlacementBuilder(run).build(unplaced);
  }

  /// The nodes that cost most for what they carry, as far as they cost `part` of everything.
  private Set<Integer> givenUp(Placement from, double part) {
    record Rated(int index, double ratio) {}
    List<Rated> rated = new ArrayList<>();
    for (int i = 0; i < from.newNodes().size(); i++) {
      NewNode node = from.newNodes().get(i);
      double ratio = node.cost() / batch.shares().total(node.pods());
      if (ratio > GOOD) rated.add(new Rated(i, ratio));
    }
    rated.sort(Comparator.comparingDouble(Rated::ratio).reversed());
    double budget = from.cost() * part;
    Set<Integer> given = new HashSet<>();
    for (Rated one : rated) {
      budget -= from.newNodes().get(one.index()).cost();
      if (budget < 0 && given.size() > 1) break;
      given.add(one.index());
    }
    return given;
  }
}
