package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Refusal.ClaimsUnmet;
import karpenter.core.scheduling.Refusal.MinValuesUnmet;
import karpenter.core.scheduling.Refusal.NotAsked;
import karpenter.core.scheduling.Trace.Attempt;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.scheduling.Trace.Verdict;

/// Finds out afterwards why a pod has no place, and how a new node came to its types.
///
/// Solving is deterministic and failed attempts leave nothing behind, so placing the pods of
/// [Placement#order] once more, in that order, brings back the state in which the others failed.
/// The solver itself records nothing. Mutable inside; use one from one thread.
///
/// A pod is tested as it asked at the very last: with every wish given up, once per node
/// alternative. Wishes kept only make it harder. A pod that waits for reserved capacity is tested
/// as it asked when it was told to wait.
public final class Tracer {
  private final Placement placement;
  private final Batch batch;
  private final Run run;
  private final TraceKernel kernel;
  private final TraceExisting existing;
  private final TraceNew fresh;
  private final List<TracePool> pools;

  Tracer(Run run, Placement placement) {
    this.placement = placement;
    this.run = run;
    this.batch = run.batch;
    var topology = new TraceTopology(run);
    this.kernel = new TraceKernel(run, topology);
    this.existing = new TraceExisting(batch, topology);
    this.fresh = new TraceNew(run, topology);
    this.pools = TracePool.all(batch);
  }

  /// @param placement what [Scheduler#solve] made of `problem`
  public static Tracer of(SchedulingProblem problem, Placement placement) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return of(catalogue, problem, placement);
  }

  /// @param catalogue compiled from the pools and daemons of `problem`
  public static Tracer of(
      CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement) {
    return new Tracer(TraceReplay.of(catalogue, problem, placement), placement);
  }

  /// As things stood after the first `steps` pods were placed.
  static Tracer midway(SchedulingProblem problem, Placement placement, int steps) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return new Tracer(TraceReplay.midway(catalogue, problem, placement, steps), placement);
  }

  public static Trace trace(
      CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement, Pod pod) {
    return of(catalogue, problem, placement).trace(pod);
  }

  /// What every node, planned node and pool answers `pod`, which must be one without a place.
  public Trace trace(Pod pod) {
    PodClass podClass = batch.classOf(pod);
    boolean deferred =
        placement.unplaced().stream().anyMatch(one -> one.deferred() && one.pod().equals(pod));
    if (deferred) {
      for (int index = 0; index < podClass.profileCount(); index++) {
        TraceWay way = TraceWay.of(batch, podClass, index);
        int waitsFor = kernel.findDeferring(way);
        if (waitsFor >= 0) return trace(pod, true, List.of(way), waitsFor);
      }
    }
    var lastResort =
        IntStream.range(0, podClass.profileCount())
            .filter(podClass::isLastResort)
            .mapToObj(index -> TraceWay.of(batch, podClass, index))
            .toList();
    return trace(pod, deferred, lastResort, batch.spaces.length);
  }

  /// Where the amounts lie at which one more place opens for the pod, if it asked for less of one
  /// resource: what each node, planned node and type has left of it. Descending.
  public long[] roomBelow(Pod pod, String resource) {
    int id = batch.resources.id(resource);
    if (id < 0) return new long[0];
    long asked = pod.spec().requests().get(resource);
    var amounts = new TreeSet<Long>();
    for (NodeSlot slot : batch.nodes) amounts.add(slot.room(id));
    if (id < batch.resources.known()) {
      for (Draft draft : run.drafts) {
        Threshold room = draft.space.template.room[id];
        amounts.add(room.largest(draft.rows) - draft.used[id]);
      }
      for (StateSpace space : batch.spaces) {
        for (int row = 0; row < space.template.rows.size(); row++) {
          amounts.add(space.template.room[id].amount(row));
        }
      }
    }
    return amounts.descendingSet().stream()
        .filter(amount -> amount >= 0 && amount < asked)
        .mapToLong(Long::longValue)
        .toArray();
  }

  /// How the types of `placement.newNodes().get(index)` came about.
  public NodeTrace traceNode(int index) {
    var node = placement.newNodes().get(index);
    Draft draft = run.drafts.get(index);
    TracePool pool =
        pools.stream()
            .filter(one -> one.index() == draft.template)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a draft of no pool"));
    var question =
        new TraceTypes.Question(
            node.requirements(),
            null,
            new long[draft.used.length],
            draft.used,
            List.copyOf(draft.ports),
            null);
    return new NodeTrace(
        node,
        pool.types().surveyOf(question, listed(node, draft.space.template)),
        node.types().size() > 1 ? Optional.of(node.types().get(1)) : Optional.empty());
  }

  /// The rows of the types a node lists: limits may have given it back some at the end.
  private static long[] listed(Placement.NewNode node, Template template) {
    var names = new HashSet<String>();
    node.types().forEach(choice -> names.add(choice.type()));
    long[] rows = Bits.none(template.rows.size());
    for (int row = 0; row < template.rows.size(); row++) {
      if (names.contains(template.rows.get(row).type().name())) Bits.set(rows, row);
    }
    return rows;
  }

  private Trace trace(Pod pod, boolean deferred, List<TraceWay> ways, int waitsFor) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < batch.nodes.size(); i++) {
      List<Attempt> attempts = new ArrayList<>();
      for (TraceWay way : ways) attempts.addAll(existing.attempts(way, i));
      verdicts.add(new Verdict(new Candidate.Existing(batch.nodes.get(i).node.name()), attempts));
    }
    for (int i = 0; i < run.drafts.size(); i++) verdicts.add(onDraft(i, ways));
    for (TracePool pool : pools) verdicts.add(onPool(pool, ways, waitsFor));
    boolean claims = !pod.spec().deviceClaims().isEmpty();
    return new Trace(pod, deferred, claims ? withClaims(pod, verdicts) : verdicts);
  }

  /// Claims that are ruled out from the start are a reason everywhere; others where there is none.
  private List<Verdict> withClaims(Pod pod, List<Verdict> verdicts) {
    DeviceRefusal fromStart = batch.classOf(pod).refusal;
    var found =
        placement.unplaced().stream()
            .filter(one -> one.pod().equals(pod))
            .flatMap(one -> one.devices().stream())
            .findFirst()
            .orElse(new DeviceRefusal.DevicesUnavailable());
    var reason = new ClaimsUnmet(fromStart == null ? found : fromStart);
    return verdicts.stream()
        .map(
            verdict ->
                new Verdict(
                    verdict.candidate(),
                    verdict.attempts().stream()
                        .map(attempt -> withClaims(attempt, reason, fromStart != null))
                        .toList()))
        .toList();
  }

  private static Attempt withClaims(Attempt attempt, ClaimsUnmet reason, boolean everywhere) {
    if (!everywhere && !attempt.refusals().isEmpty()) return attempt;
    List<Refusal> refusals = new ArrayList<>(attempt.refusals());
    if (!refusals.contains(reason)) refusals.add(reason);
    return new Attempt(attempt.nodeTerm(), attempt.volumeTerm(), refusals);
  }

  private Verdict onDraft(int index, List<TraceWay> ways) {
    Draft draft = run.drafts.get(index);
    TracePool pool =
        pools.stream().filter(one -> one.index() == draft.template).findFirst().orElseThrow();
    int candidate = batch.nodes.size() + index;
    var subject =
        new TraceNew.Subject(
            pool.pool(),
            pool.types(),
            draft.space,
            draft.state.requirements,
            draft,
            candidate,
            null);
    List<Attempt> attempts = new ArrayList<>();
    for (TraceWay way : ways) {
      attempts.addAll(
          kernel.confirmed(
              fresh.attempts(way, subject), way, kernel.onDraft(way, draft, candidate)));
    }
    return new Verdict(new Candidate.Planned(index, pool.pool().name()), attempts);
  }

  private Verdict onPool(TracePool pool, List<TraceWay> ways, int waitsFor) {
    var candidate = new Candidate.Fresh(pool.pool().name());
    if (pool.index() > waitsFor) {
      var reason = new NotAsked(batch.spaces[waitsFor].template.pool.name());
      return new Verdict(candidate, List.of(new Attempt(0, 0, List.of(reason))));
    }
    StateSpace space = pool.space();
    var subject =
        new TraceNew.Subject(
            pool.pool(),
            pool.types(),
            space,
            pool.pool().requirements(),
            null,
            -1,
            space == null ? null : new TraceLimits(run, pool.index(), space.template));
    List<Attempt> attempts = new ArrayList<>();
    for (TraceWay way : ways) {
      var found = fresh.attempts(way, subject);
      attempts.addAll(
          pool.isLeftOut()
              ? withLeftOut(found, pool)
              : kernel.confirmed(found, way, kernel.onTemplate(way, pool.index())));
    }
    return new Verdict(candidate, attempts);
  }

  /// A pool with types on sale is left out only when all of them together fail its minValues.
  private static List<Attempt> withLeftOut(List<Attempt> attempts, TracePool pool) {
    StateSpace space = pool.space();
    if (space == null) return attempts;
    Requirements requirements = pool.pool().requirements();
    List<Refusal> unmet = new ArrayList<>();
    for (var demand : requirements.minValues().entrySet()) {
      int reached =
          MinValues.distinct(demand.getKey(), space.template, Bits.all(space.template.rows.size()));
      if (reached < demand.getValue()) {
        unmet.add(new MinValuesUnmet(demand.getKey(), demand.getValue(), reached));
      }
    }
    return attempts.stream()
        .map(
            attempt -> {
              List<Refusal> all =
                  new ArrayList<>(
                      attempt.refusals().stream()
                          .filter(refusal -> !(refusal instanceof MinValuesUnmet))
                          .toList());
              all.addAll(unmet);
              return new Attempt(attempt.nodeTerm(), attempt.volumeTerm(), all);
            })
        .toList();
  }
}
