package karpenter.core.scheduling;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.NodePlanner.Remnants;
import karpenter.core.scheduling.PodOrder.Priority;
import karpenter.core.scheduling.Run.Opening;
import org.jspecify.annotations.Nullable;

/// Packs a batch in several ways, as far as the work budget goes, and keeps the best packing:
/// fewest pods without a place, then the lowest cost, then the fewest nodes (docs/scheduling.md,
/// section 9). Used once.
final class PackingSearch {
  private static final double SAME_COST = 1e-9;

  /// A packing that costs no more than this times what its pods cost at best is not improved.
  static final double GOOD = 1.005;

  /// The first packing is given up once it will cost more than this times what its pods cost at
  /// best: planned nodes do better then.
  static final double LITTLE_HOPE = 1.05;

  /// Where the best packing costs more than this times that, the first is tried again, as long as
  /// it can cost less.
  static final double HOPELESS = 1.15;

  /// Which part of the cost of a packing is packed again, one after the other, each as long as that
  /// makes it cheaper.
  private static final double[] PARTS = {0.5, 0.3, 0.2, 0.1};

  /// Batches of so few pods take so little time that one packing more does not matter.
  private static final int FEW_PODS = 200;

  /// What packing again must save, as a part of the cost, for as large a part to be packed again.
  private static final double LEAST_GAIN = 0.001;

  /// What it must save to take nothing from the work budget.
  private static final double LARGE_GAIN = 0.01;

  /// However much each saves.
  private static final int MAX_REPACKINGS = 24;

  /// Where nodes have a cost, packings that cost no more than this times one another are equally
  /// cheap: then the one with fewer nodes is better.
  private static final double NEARLY_SAME_COST = 1.005;

  private static final Comparator<Placement> BEST_FIRST =
      Comparator.<Placement>comparingInt(placement -> placement.unplaced().size())
          .thenComparingDouble(placement -> Math.rint(placement.cost() / SAME_COST))
          .thenComparingInt(placement -> placement.newNodes().size());

  /// A way to pack a batch.
  private record Packing(PodOrder order, Opening opening, Remnants remnants) {
    Packing(PodOrder order, Opening opening) {
      this(order, opening, Remnants.NOTHING);
    }
  }

  private static final Packing FIRST = new Packing(PodOrder.EXCLUSIVE_FIRST, Opening.IF_CHEAPER);

  private static final Packing PLANNED =
      new Packing(PodOrder.SIZE, Opening.PLANNED, Remnants.MEAN_POD);

  private static final Packing PLANNED_TIGHT =
      new Packing(PodOrder.SIZE, Opening.PLANNED, Remnants.NOTHING);

  private static final Packing PLANNED_SMALL =
      new Packing(PodOrder.SIZE, Opening.PLANNED, Remnants.FREE_NODES);

  /// Where no nodes are planned, or not all pods found a place.
  private static final List<Packing> OTHERS =
      List.of(
          new Packing(PodOrder.EXCLUSIVE_FIRST, Opening.IF_NEEDED),
          new Packing(PodOrder.SIZE, Opening.IF_CHEAPER),
          new Packing(PodOrder.SIZE, Opening.IF_NEEDED));

  private static final Placement NOTHING =
      new Placement(List.of(), List.of(), List.of(), List.of());

  private final Batch batch;
  private final List<Pod> pods;
  private final boolean prioritiesDiffer;
  private final Map<Priority, List<Pod>> bySize = new EnumMap<>(Priority.class);
  private Priority priority;
  private int workLeft;
  private @Nullable Placement best;
  private boolean isFresh = true;
  private boolean someoneMustWait;

  /// Whether the first packing was not finished.
  private boolean givenUp;

  private boolean openingMattered = true;

  /// How many runs have begun, and which of them gave the best packing.
  private int runs;

  private int bestRun;

  /// The run to be stopped after so many pods, where a placement is decided again; else none.
  private int stoppedRun = -1;

  private int stopAfter;
  private @Nullable Run stopped;

  PackingSearch(CompiledCatalogue catalogue, SchedulingProblem problem) {
    this.batch = new Batch(catalogue, problem);
    this.pods = problem.pending();
    this.workLeft = problem.options().improvementWork();
    this.prioritiesDiffer = Batch.prioritiesDiffer(pods);
    this.priority =
        prioritiesDiffer && batch.topologyMixesPriorities(batch.classes())
            ? Priority.FIRST
            : Priority.IGNORED;
  }

  Placement best() {
    boolean canPlan =
        workLeft > 0 && !(batch.options.preferences() instanceof PreferencePolicy.Weigh);
    double atBest = canPlan ? batch.shares().atBest(pods) : 0;
    pack(FIRST, canPlan ? LITTLE_HOPE * atBest : Double.POSITIVE_INFINITY);
    if (canPlan && !isGood(atBest)) {
      packNext(PLANNED);
      packNext(PLANNED_TIGHT);
      if (pods.size() <= FEW_PODS) packNext(PLANNED_SMALL);
      repack(atBest);
    }
    if (!canPlan || someoneMustWait) for (Packing packing : OTHERS) packNext(packing);
    if (best == null || (givenUp && best.cost() > HOPELESS * atBest)) {
      pack(FIRST, costIfAllPlaced());
    }
    if (best == null && stopped == null) throw new IllegalStateException("no packing was tried");
    return best == null ? NOTHING : best;
  }

  /// The run that gave the best packing, as it was after so many pods: everything is decided again
  /// up to there and nothing after it, because runs share their batch.
  static Run replayed(CompiledCatalogue catalogue, SchedulingProblem problem, int steps) {
    var first = new PackingSearch(catalogue, problem);
    first.best();
    var again = new PackingSearch(catalogue, problem);
    again.stoppedRun = first.bestRun;
    again.stopAfter = steps;
    again.best();
    if (again.stopped == null) throw new IllegalStateException("a run came only once");
    return again.stopped;
  }

  /// What the best packing costs; infinite where there is none that places all pods.
  private double costIfAllPlaced() {
    return best != null && best.unplaced().isEmpty() ? best.cost() : Double.POSITIVE_INFINITY;
  }

  private boolean isGood(double atBest) {
    return best != null
        && best.cost() <= GOOD * atBest
        && best.unplaced().stream().allMatch(one -> isForeign(one.pod()));
  }

  /// Whether no pool has a node for the pod, however the others are packed.
  private boolean isForeign(Pod pod) {
    PodClass podClass = batch.classOf(pod);
    return !podClass.claimsDevices() && batch.shares().firstPossible(podClass) < 0;
  }

  private void packNext(Packing packing) {
    if (workLeft <= 0 || (packing.opening == Opening.IF_NEEDED && !openingMattered)) return;
    workLeft--;
    pack(packing, Double.POSITIVE_INFINITY);
  }

  /// Nothing is to be gained where the pods already cost no more than their shares.
  private boolean canRepack(double atBest) {
    return best != null && stopped == null && best.cost() > atBest;
  }

  private void repack(double atBest) {
    var repacking = new Repacking(batch, priority, bySize(priority));
    int at = 0;
    for (int times = 0; times < MAX_REPACKINGS && at < PARTS.length && workLeft > 0; times++) {
      if (best == null || !canRepack(atBest)) return;
      Placement found = repacking.repacked(best, PARTS[at], this::begin);
      boolean isBetter = BEST_FIRST.compare(found, best) < 0;
      double saved = isBetter ? 1 - found.cost() / best.cost() : 0;
      if (saved < LARGE_GAIN) workLeft--;
      if (saved < LEAST_GAIN) at++;
      if (isBetter) keep(found);
    }
  }

  private void pack(Packing packing, double most) {
    if (stopped != null) return;
    Run run = run(packing);
    if (most < Double.POSITIVE_INFINITY) run.spendAtMost(new Spending(run, pods, most));
    Placement found = place(run, packing);
    givenUp |= found == null;
    if (found == null || stopped != null) return;
    boolean mustWait =
        !found.unplaced().isEmpty() && (run.limitsBound || !run.deferredPods.isEmpty());
    boolean everybodyFits = best != null && best.unplaced().isEmpty();
    if (mustWait && !everybodyFits && priority == Priority.IGNORED && prioritiesDiffer) {
      // Who waits when not all fit is the user's choice, not a matter of size.
      priority = Priority.FIRST;
      run = run(packing);
      found = place(run, packing);
      best = null;
    }
    if (packing.opening != Opening.PLANNED) openingMattered = run.openedToSave;
    someoneMustWait |= mustWait;
    if (found != null && (best == null || isBetter(found, best))) keep(found);
  }

  /// Of packings that cost nearly the same, the one with fewer nodes.
  private static boolean isBetter(Placement found, Placement best) {
    boolean nodesCost = found.cost() > found.price() && best.cost() > best.price();
    boolean nearlySame =
        found.unplaced().size() == best.unplaced().size()
            && Math.max(found.cost(), best.cost())
                <= NEARLY_SAME_COST * Math.min(found.cost(), best.cost());
    int fewer = Integer.compare(found.newNodes().size(), best.newNodes().size());
    return nodesCost && nearlySame && fewer != 0 ? fewer < 0 : BEST_FIRST.compare(found, best) < 0;
  }

  private void keep(Placement found) {
    best = found;
    bestRun = runs;
  }

  private Run run(Packing packing) {
    if (!isFresh) batch.reset();
    isFresh = false;
    var run = new Run(batch, packing.opening);
    begin(run);
    return run;
  }

  private void begin(Run run) {
    if (++runs != stoppedRun || stopped != null) return;
    run.stopAfter(stopAfter);
    stopped = run;
  }

  /// Most packings begin with this order, or a part of it.
  private List<Pod> bySize(Priority first) {
    return bySize.computeIfAbsent(first, one -> PodOrder.SIZE.sort(batch, pods, one));
  }

  /// Null where it was given up.
  private @Nullable Placement place(Run run, Packing packing) {
    List<Pod> order =
        packing.order == PodOrder.SIZE
            ? bySize(priority)
            : packing.order.sort(batch, pods, priority);
    List<Pod> unplaced =
        packing.opening == Opening.PLANNED
            ? run.placePlanning(order, priority, packing.remnants)
            : run.place(order);
    if (run.isHopeless()) return null;
    run.takeBackTypes();
    return new PlacementBuilder(run).build(unplaced);
  }
}
