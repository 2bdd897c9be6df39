package karpenter.core.termination;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;

/// The PodDisruptionBudgets of a cluster, as they stood at one moment. Nothing is counted across
/// pods: of three pods behind a budget that allows one, each may go.
public final class PodBudgets {
  public static final PodBudgets NONE = new PodBudgets(new TreeMap<>());

  private final SortedMap<String, BudgetShelf> byNamespace;

  private PodBudgets(SortedMap<String, BudgetShelf> byNamespace) {
    this.byNamespace = byNamespace;
  }

  /// Why a pod may not be evicted.
  public sealed interface Block {
    /// The budget leaves no room.
    record Spent(String budget) implements Block {}

    /// The Eviction API refuses pods that more than one budget covers.
    record SeveralBudgets(List<String> budgets) implements Block {}
  }

  public static PodBudgets of(List<PdbFacts> all) {
    return new PodBudgets(
        all.stream()
            .collect(
                Collectors.groupingBy(
                    pdb -> pdb.meta().namespace(),
                    TreeMap::new,
                    Collectors.collectingAndThen(Collectors.toList(), BudgetShelf::new))));
  }

  /// Those whose selector means the pod.
  public List<PdbFacts> covering(PodFacts pod) {
    return byNamespace
        .getOrDefault(pod.namespace(), BudgetShelf.EMPTY)
        .covering(pod.spec().labels());
  }

  /// Why the pod may not be evicted at the moment. Pods that would not be evicted anyway are not
  /// blocked.
  public Optional<Block> blocking(PodFacts pod, Instant now) {
    return blockedBy(pod, now, pdb -> pdb.disruptionsAllowed() == 0);
  }

  /// Why the pod will never be evicted, however its fellows fare. Percentages that merely come to
  /// zero are not recognised, as upstream has it.
  public Optional<Block> fullyBlocking(PodFacts pod, Instant now) {
    return blockedBy(pod, now, PodBudgets::isForbidding);
  }

  private Optional<Block> blockedBy(PodFacts pod, Instant now, Predicate<PdbFacts> leavesNoRoom) {
    var budgets = covering(pod);
    if (budgets.isEmpty() || !PodPredicates.isEvictable(pod, now)) {
      return Optional.empty();
    }
    if (budgets.size() > 1) {
      return Optional.of(
          new Block.SeveralBudgets(budgets.stream().map(PodBudgets::fullName).toList()));
    }
    var budget = budgets.getFirst();
    boolean isUnhealthy = pod.readySince().isEmpty();
    if (budget.evictsUnhealthy() && isUnhealthy) {
      return Optional.empty();
    }
    return leavesNoRoom.test(budget)
        ? Optional.of(new Block.Spent(fullName(budget)))
        : Optional.empty();
  }

  private static boolean isForbidding(PdbFacts pdb) {
    return pdb.maxUnavailable().filter(text -> text.equals("0") || text.equals("0%")).isPresent()
        || pdb.minAvailable().filter("100%"::equals).isPresent();
  }

  private static String fullName(PdbFacts pdb) {
    return pdb.meta().namespace() + "/" + pdb.meta().name();
  }
}
