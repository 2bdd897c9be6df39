package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Workload;
import karpenter.core.bound.Bound;
import karpenter.core.bound.Certificate;
import karpenter.core.bound.LowerBounds;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.wire.ReadResult;
import karpenter.core.wire.SchedulingInputs;
import karpenter.core.wire.WorkloadTrees;

/// Our scheduler on one workload. Reading the input is done once, before anything is timed; the
/// catalogue is compiled afresh for every solve, and timed as set-up.
public final class Engine implements Contender {
  private static final int MOST_PROBLEMS = 3;

  private final double nodeCost;
  private final ReadResult input;
  private final List<String> refused;

  /// @param nodeCost what a node costs an hour beside its instance
  Engine(Workload workload, double nodeCost) {
    this.nodeCost = nodeCost;
    this.input = input(workload, nodeCost);
    this.refused = refused(workload, input.problem());
    // A refused NodePool would make every later figure meaningless: say so.
    input.problems().stream()
        .limit(MOST_PROBLEMS)
        .forEach(problem -> System.err.println(problem.sentence()));
  }

  private static ReadResult input(Workload workload, double nodeCost) {
    return SchedulingInputs.fromTrees(
        new WorkloadTrees(
            workload.options(),
            workload.part(Part.PODS),
            workload.part(Part.NODE_POOLS),
            workload.part(Part.INSTANCE_TYPES),
            workload.part(Part.NODES),
            workload.part(Part.NODE_CLAIMS),
            workload.part(Part.BOUND_PODS),
            workload.part(Part.DAEMON_SETS),
            workload.part(Part.NAMESPACES),
            workload.part(Part.VOLUMES),
            workload.part(Part.DEVICES)),
        nodeCost);
  }

  /// Our placement of a workload, for comparisons that do not look at time.
  public static Placement place(Workload workload, double nodeCost) throws IOException {
    return new Engine(workload, nodeCost).solve().placement();
  }

  /// The same with preferences ignored.
  public static Placement placeIgnoringPreferences(Workload workload, double nodeCost)
      throws IOException {
    var options = workload.options().deepCopy().put("preferencePolicy", "Ignore");
    return place(new Workload(workload.name(), options, workload.parts()), nodeCost);
  }

  @Override
  public String name() {
    return Ours.NAME;
  }

  /// The same, which can also read the workload again; what it decides on stays as it is.
  Contender rereading(Path directory) {
    var engine = this;
    return new Contender() {
      @Override
      public String name() {
        return engine.name();
      }

      @Override
      public Iteration solve() throws IOException {
        return engine.solve();
      }

      @Override
      public Reading read() throws IOException {
        return Reading.of(directory, workload -> input(workload, nodeCost));
      }
    };
  }

  @Override
  public Iteration solve() throws IOException {
    var problem = input.problem();
    var compiled =
        Meter.measure(
            () -> CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options()));
    var solved = Meter.measure(() -> Scheduler.solve(compiled.result(), problem));
    var bounded = Meter.measure(() -> LowerBounds.of(problem, solved.result()));
    return new Iteration(
        solved.seconds(),
        compiled.seconds(),
        bounded.seconds(),
        solved.allocatedBytes(),
        Meter.peakRssBytes(),
        Meter.peakHeapBytes(),
        placement(solved.result(), bounded.result()));
  }

  /// Pods whose manifest is refused never reach the scheduler; they have no place all the same.
  private static List<String> refused(Workload workload, SchedulingProblem problem) {
    Set<String> understood = new HashSet<>();
    for (Pod pod : problem.pending()) understood.add(pod.uid());
    List<String> left = new ArrayList<>();
    for (var pod : workload.part(Part.PODS)) {
      var uid = pod.path("metadata").path("uid").asText();
      if (!understood.contains(uid)) left.add(uid);
    }
    return left;
  }

  private Placement placement(karpenter.core.scheduling.Placement found, LowerBounds bounds) {
    List<Placement.Unplaced> unplaced = new ArrayList<>();
    found
        .unplaced()
        .forEach(one -> unplaced.add(new Placement.Unplaced(one.pod().uid(), "no place")));
    refused.forEach(uid -> unplaced.add(new Placement.Unplaced(uid, "the manifest is refused")));
    return new Placement(
        found.newNodes().stream().map(Engine::claim).toList(),
        found.existing().stream()
            .map(use -> new Placement.OnNode(use.node(), uids(use.pods())))
            .toList(),
        unplaced,
        uids(found.bindOrder()),
        proven(bounds.absolute()),
        bounds.areSame() ? null : proven(bounds.atEqualService()));
  }

  private static Placement.Bound proven(Bound bound) {
    return new Placement.Bound(bound.value(), certificate(bound.certificate()));
  }

  private static Placement.Certificate certificate(Certificate proof) {
    return new Placement.Certificate(
        proof.prices(),
        proof.classes().stream().map(c -> new Placement.PodPrices(c.prices(), c.pods())).toList(),
        proof.exclusive().stream()
            .map(
                e ->
                    new Placement.SlotPrice(e.name(), e.reason(), e.perNode(), e.price(), e.pods()))
            .toList(),
        proof.pods().stream().map(p -> new Placement.PodPrice(p.price(), p.pods())).toList(),
        proof.quotas().stream()
            .map(q -> new Placement.QuotaPrice(q.pool(), q.resource(), q.amount(), q.price()))
            .toList(),
        proof.granted().stream()
            .map(
                g ->
                    new Placement.Granted(
                        g.nodePools(),
                        g.wishes().stream().map(Engine::requirements).toList(),
                        g.pods()))
            .toList());
  }

  public static Placement.Claim claim(NewNode node) {
    return new Placement.Claim(
        node.pool(),
        node.types().stream().map(TypeChoice::type).toList(),
        requirements(node.requirements().toTerms()),
        uids(node.pods()),
        node.price());
  }

  private static List<Placement.Requirement> requirements(List<RequirementTerm> terms) {
    return terms.stream().map(Engine::requirement).toList();
  }

  private static Placement.Requirement requirement(RequirementTerm term) {
    return new Placement.Requirement(
        term.key(),
        term.operator().name(),
        term.values().isEmpty() ? null : term.values(),
        term.minValues().isPresent() ? term.minValues().getAsInt() : null);
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(Pod::uid).toList();
  }
}
