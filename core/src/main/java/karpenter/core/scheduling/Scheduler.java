package karpenter.core.scheduling;

import java.util.Comparator;
import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.PodOrder.Priority;
import karpenter.core.scheduling.Run.Opening;

/// Decides where pods go and which nodes to buy for them (docs/scheduling.md).
///
/// The batch is packed in several orders, as far as the work budget goes, and the best packing is
/// kept: fewest pods without a place, then the lowest price, then the fewest nodes.
public final class Scheduler {
  private static final double SAME_PRICE = 1e-9;

  private static final Comparator<Placement> BEST_FIRST =
      Comparator.<Placement>comparingInt(placement -> placement.unplaced().size())
          .thenComparingDouble(placement -> Math.rint(placement.price() / SAME_PRICE))
          .thenComparingInt(placement -> placement.newNodes().size());

  /// A way to pack a batch.
  private record Packing(PodOrder order, Opening opening) {}

  /// The one that is best most often comes first; the others each win where their rule fits.
  private static final List<Packing> PACKINGS =
      List.of(
          new Packing(PodOrder.EXCLUSIVE_FIRST, Opening.IF_CHEAPER),
          new Packing(PodOrder.EXCLUSIVE_FIRST, Opening.IF_NEEDED),
          new Packing(PodOrder.SIZE, Opening.IF_CHEAPER),
          new Packing(PodOrder.SIZE, Opening.IF_NEEDED));

  private Scheduler() {}

  public static Placement solve(SchedulingProblem problem) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return solve(catalogue, problem);
  }

  /// @param catalogue compiled from the pools and daemons of `problem`
  public static Placement solve(CompiledCatalogue catalogue, SchedulingProblem problem) {
    var batch = new Batch(catalogue, problem);
    Placement best = null;
    Priority priority =
        Batch.prioritiesDiffer(problem.pending()) && batch.topologyMixesPriorities(batch.classes())
            ? Priority.FIRST
            : Priority.IGNORED;
    int tries = Math.clamp(problem.options().improvementWork() + 1L, 1, PACKINGS.size());
    boolean openingMattered = true;
    for (Packing packing : PACKINGS.subList(0, tries)) {
      if (packing.opening() == Opening.IF_NEEDED && !openingMattered) continue;
      if (best != null) batch.reset();
      var run = new Run(batch, packing.opening());
      Placement found = pack(run, packing.order().sort(batch, problem.pending(), priority));
      boolean someoneMustWait =
          !found.unplaced().isEmpty() && (run.limitsBound || !run.deferredPods.isEmpty());
      boolean everybodyFits = best != null && best.unplaced().isEmpty();
      if (someoneMustWait
          && !everybodyFits
          && priority == Priority.IGNORED
          && Batch.prioritiesDiffer(problem.pending())) {
        // Who waits when not all fit is the user's choice, not a matter of size.
        priority = Priority.FIRST;
        batch.reset();
        run = new Run(batch, packing.opening());
        found = pack(run, packing.order().sort(batch, problem.pending(), priority));
        best = null;
      }
      openingMattered = run.openedToSave;
      if (best == null || BEST_FIRST.compare(found, best) < 0) best = found;
    }
    if (best == null) throw new IllegalStateException("no packing was tried");
    return best;
  }

  private static Placement pack(Run run, List<Pod> order) {
    List<Pod> unplaced = run.place(order);
    run.takeBackTypes();
    return new PlacementBuilder(run).build(unplaced);
  }
}
