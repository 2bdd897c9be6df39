package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.kube.Selectors;

/// Makes room for a pod that matters more, as kube-scheduler does:
/// 1. On each node, all pods that matter less are thought away. If the pod fits then, as many as
///    possible are left: first those a disruption budget protects, then those that matter most.
/// 2. Of all nodes the one is taken with the fewest budgets broken; then the one whose victims
///    matter least, the highest of them first, then together; then with the fewest; then whose most
///    important victims started last.
final class Preemption {
  /// Makes sums of priorities comparable, however many are negative.
  private static final long OFFSET = 1L << 31;

  private static final Comparator<PodFacts> MOST_IMPORTANT_FIRST =
      Comparator.<PodFacts>comparingInt(pod -> -pod.spec().priority())
          .thenComparing(Preemption::started)
          .thenComparing(PodFacts::fullName);

  private static final Comparator<Choice> BEST_FIRST =
      Comparator.comparingInt(Choice::broken)
          .thenComparingInt(Choice::highest)
          .thenComparingLong(Choice::sum)
          .thenComparingInt(choice -> choice.victims().size())
          .thenComparing(Choice::earliest, Comparator.reverseOrder())
          .thenComparing(choice -> choice.seat().name());

  private final InMemoryKube kube;

  /// @param victims the most important first
  /// @param broken how many of them a budget would have protected
  record Choice(Seat seat, List<PodFacts> victims, int broken) {
    int highest() {
      return victims.getFirst().spec().priority();
    }

    long sum() {
      return victims.stream().mapToLong(victim -> victim.spec().priority() + OFFSET).sum();
    }

    String earliest() {
      return victims.stream()
          .filter(victim -> victim.spec().priority() == highest())
          .map(Preemption::started)
          .min(Comparator.naturalOrder())
          .orElse("");
    }
  }

  Preemption(InMemoryKube kube) {
    this.kube = kube;
  }

  /// Where the pod may go if others make room, and who they are.
  ///
  /// @param candidates the nodes it may be put on
  Optional<Choice> choose(PodFacts pod, List<Seat> candidates, Topology topology) {
    var choices = new ArrayList<Choice>();
    for (var seat : candidates) {
      // First what costs least: mostly all matter as much.
      if (seat.leastPriority() < pod.spec().priority() && Fit.mayEverRun(pod, seat)) {
        victims(pod, seat, topology).ifPresent(choices::add);
      }
    }
    return choices.stream().min(BEST_FIRST);
  }

  private Optional<Choice> victims(PodFacts pod, Seat seat, Topology topology) {
    var lesser = new ArrayList<PodFacts>();
    for (var there : seat.pods()) {
      if (there.spec().priority() < pod.spec().priority()) {
        lesser.add(there);
      }
    }
    if (lesser.isEmpty()) {
      return Optional.empty();
    }
    lesser.forEach(seat::remove);
    try {
      return fits(pod, seat, topology)
          ? Optional.of(leftOver(pod, seat, topology, lesser))
          : Optional.empty();
    } finally {
      // Those who were left are there again already.
      lesser.forEach(seat::remove);
      lesser.forEach(seat::add);
    }
  }

  private Choice leftOver(PodFacts pod, Seat seat, Topology topology, List<PodFacts> lesser) {
    lesser.sort(MOST_IMPORTANT_FIRST);
    var guarded = guarded(lesser);
    var victims = new ArrayList<PodFacts>();
    int broken = 0;
    for (boolean isGuarded : new boolean[] {true, false}) {
      for (var there : lesser) {
        if (guarded.contains(there) == isGuarded) {
          seat.add(there);
          if (!fits(pod, seat, topology)) {
            seat.remove(there);
            victims.add(there);
            broken += isGuarded ? 1 : 0;
          }
        }
      }
    }
    victims.sort(MOST_IMPORTANT_FIRST);
    return new Choice(seat, List.copyOf(victims), broken);
  }

  private static boolean fits(PodFacts pod, Seat seat, Topology topology) {
    return Fit.fits(pod, seat) && topology.demands(pod).test(seat);
  }

  /// Those whose going some budget does not allow, if those before them go.
  private List<PodFacts> guarded(List<PodFacts> pods) {
    var left = new TreeMap<ObjectKey, Integer>();
    var guarded = new ArrayList<PodFacts>();
    var budgets = kube.view(Resource.POD_DISRUPTION_BUDGETS);
    for (var pod : pods) {
      boolean isBroken = false;
      for (var budget : budgets) {
        if (covers(budget, pod)) {
          int allowed =
              left.computeIfAbsent(
                  Metas.key(budget), _ -> budget.path("status").path("disruptionsAllowed").asInt());
          left.put(Metas.key(budget), allowed - 1);
          isBroken |= allowed <= 0;
        }
      }
      if (isBroken) {
        guarded.add(pod);
      }
    }
    return guarded;
  }

  private boolean covers(ObjectNode budget, PodFacts pod) {
    return Metas.namespace(budget).equals(pod.namespace())
        && !budget.path("status").path("disruptedPods").has(pod.name())
        && kube.find(Resource.PODS, ObjectKey.of(pod.namespace(), pod.name()))
            .filter(
                tree ->
                    Selectors.matches(
                        budget.path("spec").path("selector"), tree.path("metadata").path("labels")))
            .isPresent();
  }

  /// Tells the victims to go.
  void carryOut(Choice choice, String reason, Instant now) {
    for (var victim : choice.victims()) {
      var key = ObjectKey.of(victim.namespace(), victim.name());
      kube.edit(
          Resource.PODS,
          key,
          pod ->
              Conditions.set(
                  pod, "DisruptionTarget", "True", "PreemptionByScheduler", reason, now));
      kube.delete(Resource.PODS, key, Deletion.of(victim.uid()));
    }
  }

  private static String started(PodFacts pod) {
    return pod.started().orElse(pod.created()).toString();
  }
}
