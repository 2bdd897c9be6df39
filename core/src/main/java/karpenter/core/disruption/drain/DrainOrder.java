package karpenter.core.disruption.drain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.DrainTier;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.PodPredicates;

/// Looks for an order of evictions:
/// 1. sort pods as a drain would take them, and group them by the budget that guards them;
/// 2. a group is blocked when its budget never has room, has none now, or would not recover;
/// 3. otherwise rounds follow: the first takes what is allowed now, each further one what the
///    budget allows when all others are back.
final class DrainOrder {
  private DrainOrder() {}

  static Drainability find(
      List<PodFacts> pods, PodBudgets budgets, InFlight inFlight, Instant now) {
    var blocks = new ArrayList<DrainBlock>();
    var guarded = new TreeMap<String, Guarded>();
    var free = new ArrayList<PodFacts>();
    for (var pod : ordered(pods, now)) {
      var covering = budgets.covering(pod);
      if (covering.size() > 1) {
        blocks.add(
            new DrainBlock.SeveralBudgets(
                pod.fullName(), covering.stream().map(PdbFacts::fullName).toList()));
      } else if (covering.isEmpty() || PdbArithmetic.needsNoRoom(pod, covering.getFirst())) {
        free.add(pod);
      } else {
        var pdb = covering.getFirst();
        guarded
            .computeIfAbsent(pdb.fullName(), _ -> new Guarded(pdb, new ArrayList<>()))
            .pods()
            .add(pod);
      }
    }
    guarded.values().forEach(group -> block(group, inFlight, blocks));
    return blocks.isEmpty()
        ? new Drainability.Drainable(rounds(free, guarded, inFlight))
        : new Drainability.Blocked(blocks);
  }

  private static List<PodFacts> ordered(List<PodFacts> pods, Instant now) {
    return pods.stream()
        .filter(pod -> PodPredicates.isEvictable(pod, now))
        .sorted(
            Comparator.comparing(DrainTier::of)
                .thenComparing(PodFacts::namespace)
                .thenComparing(PodFacts::name))
        .toList();
  }

  /// The pods a budget has to let go.
  private record Guarded(PdbFacts pdb, List<PodFacts> pods) {
    int room(InFlight inFlight) {
      return Math.max(0, pdb.disruptionsAllowed() - inFlight.of(pdb.fullName()));
    }
  }

  private static void block(Guarded group, InFlight inFlight, List<DrainBlock> blocks) {
    var pdb = group.pdb();
    var first = group.pods().getFirst().fullName();
    int room = group.room(inFlight);
    if (group.pods().size() <= room) {
      return;
    }
    var never = PdbArithmetic.whyNever(pdb);
    if (never.isPresent()) {
      blocks.add(new DrainBlock.Impossible(first, pdb.fullName(), never.get()));
      return;
    }
    var leaving = group.pods().stream().filter(pod -> !returns(pod)).toList();
    if (leaving.size() > room) {
      blocks.add(
          new DrainBlock.DoesNotReturn(
              leaving.getFirst().fullName(),
              pdb.fullName(),
              pdb.disruptionsAllowed(),
              leaving.size()));
    } else if (room == 0) {
      blocks.add(
          new DrainBlock.InUse(
              first, pdb.fullName(), pdb.disruptionsAllowed(), inFlight.of(pdb.fullName())));
    }
  }

  private static boolean returns(PodFacts pod) {
    return pod.owners().stream().anyMatch(Owner::controller);
  }

  /// Tier by tier, as a drain goes; within a tier each budget lets go what it can in each round.
  private static List<List<String>> rounds(
      List<PodFacts> free, Map<String, Guarded> guarded, InFlight inFlight) {
    var rounds = new ArrayList<List<String>>();
    boolean isFirst = true;
    for (var tier : DrainTier.values()) {
      var now = new ArrayList<>(namesOf(free, tier));
      var waiting = new TreeMap<String, List<String>>();
      guarded.forEach(
          (name, group) -> {
            var names = namesOf(group.pods(), tier);
            if (!names.isEmpty()) {
              waiting.put(name, new ArrayList<>(names));
            }
          });
      while (!now.isEmpty() || !waiting.isEmpty()) {
        for (var entry : waiting.entrySet()) {
          var group = guarded.get(entry.getKey());
          int room =
              group == null
                  ? 1
                  : isFirst ? group.room(inFlight) : PdbArithmetic.atOnce(group.pdb());
          var going = entry.getValue().subList(0, Math.min(room, entry.getValue().size()));
          now.addAll(going);
          going.clear();
        }
        waiting.values().removeIf(List::isEmpty);
        rounds.add(List.copyOf(now));
        now.clear();
        isFirst = false;
      }
    }
    return rounds;
  }

  private static List<String> namesOf(List<PodFacts> pods, DrainTier tier) {
    return pods.stream().filter(pod -> DrainTier.of(pod) == tier).map(PodFacts::fullName).toList();
  }
}
