package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.PodOrder.Priority;
import karpenter.core.scheduling.Run.Opening;
import org.jspecify.annotations.Nullable;

/// Places the pods that wait, then those that move (docs/what-if.md). Each phase is packed as a
/// batch of its own: in its own order, by priority where limits or reservations leave someone
/// without a place.
///
/// @param waiting pods that wait for a place anyway
/// @param moving pods that must leave their nodes
/// @param closed candidates no moving pod may go to
record Phases(Batch batch, List<Pod> waiting, List<Pod> moving, long[] closed, Effort effort) {

  /// @param waiting pods of the first phase without a place
  /// @param moving pods of the second phase without a place
  /// @param stoppedAt the pod at which the second phase was given up
  /// @param pricesBefore of the drafts there were before the second phase
  record Result(
      Run run,
      List<Pod> waiting,
      List<Pod> moving,
      @Nullable Pod stoppedAt,
      double[] pricesBefore) {}

  /// @param fresh a run as if nothing of this had been placed yet; asked again where a phase must
  ///   be packed in another order
  /// @param removed candidates no pod may go to
  Result place(Supplier<Run> fresh, long[] removed) {
    Priority first = priority(waiting);
    Priority second = priority(moving);
    PodOrder order = PodOrder.EXCLUSIVE_FIRST;
    while (true) {
      Run run = fresh.get();
      run.bar(removed);
      run.opening = Opening.IF_CHEAPER;
      List<Pod> left = run.place(sorted(PodOrder.EXCLUSIVE_FIRST, waiting, first));
      if (first == Priority.IGNORED && mustRank(run, waiting, left)) {
        first = Priority.FIRST;
        continue;
      }
      run.limitsBound = false;
      run.bar(both(removed, closed));
      run.opening = effort == Effort.WHOLE ? Opening.IF_CHEAPER : Opening.IF_NEEDED;
      var result = move(run, left, sorted(order, moving, second));
      if (second == Priority.IGNORED && mustRank(run, moving, result.moving)) {
        second = Priority.FIRST;
        continue;
      }
      if (order == PodOrder.EXCLUSIVE_FIRST && needsSecondNode(result)) {
        order = PodOrder.SIZE;
        continue;
      }
      return result;
    }
  }

  /// Packed in another order the pods may do with one.
  private static boolean needsSecondNode(Result result) {
    return result.stoppedAt != null && result.moving.isEmpty();
  }

  private List<Pod> sorted(PodOrder order, List<Pod> pods, Priority priority) {
    return pods.size() < 2 ? pods : order.sort(batch, pods, priority);
  }

  private Priority priority(List<Pod> pods) {
    if (!Batch.prioritiesDiffer(pods)) return Priority.IGNORED;
    Set<PodClass> classes = new LinkedHashSet<>();
    for (Pod pod : pods) classes.add(batch.classOf(pod));
    return batch.topologyMixesPriorities(classes) ? Priority.FIRST : Priority.IGNORED;
  }

  /// Who waits when not all fit is the user's choice, not a matter of size.
  private static boolean mustRank(Run run, List<Pod> pods, List<Pod> left) {
    return !left.isEmpty()
        && (run.limitsBound || left.stream().anyMatch(run.deferredPods::contains))
        && Batch.prioritiesDiffer(pods);
  }

  private static long[] both(long[] one, long[] other) {
    if (other.length == 0) return one;
    long[] all = one.length >= other.length ? one.clone() : other.clone();
    Bits.or(all, one.length >= other.length ? other : one);
    return all;
  }

  private Result move(Run run, List<Pod> left, List<Pod> order) {
    double[] prices = run.drafts.stream().mapToDouble(draft -> draft.price).toArray();
    if (effort == Effort.WHOLE) return new Result(run, left, run.place(order), null, prices);
    List<Pod> unplaced = new ArrayList<>();
    Pod stoppedAt = moveUntilHopeless(run, order, unplaced);
    return new Result(run, left, unplaced, stoppedAt, prices);
  }

  /// Returns the pod with which it became hopeless, or null.
  private @Nullable Pod moveUntilHopeless(Run run, List<Pod> order, List<Pod> unplaced) {
    int most = run.drafts.size() + 1;
    List<Pod> toPlace = order;
    while (true) {
      unplaced.clear();
      for (Pod pod : toPlace) {
        if (run.place(pod)) {
          if (run.drafts.size() > most) {
            // Those without a place might have found one later: that is not what it ended for.
            unplaced.clear();
            return pod;
          }
        } else {
          unplaced.add(pod);
          if (!mayFitLater(run, pod)) return pod;
        }
      }
      if (unplaced.isEmpty()) return null;
      if (unplaced.size() == toPlace.size()) return unplaced.getFirst();
      toPlace = List.copyOf(unplaced);
    }
  }

  /// Others only take room; but they can be company for a pod, or give limits and reservations
  /// back.
  private boolean mayFitLater(Run run, Pod pod) {
    return batch.classOf(pod).asked.length > 0 || run.limitsBound || run.deferredPods.contains(pod);
  }
}
