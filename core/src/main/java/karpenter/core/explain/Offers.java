package karpenter.core.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.explain.Change.AddToleration;
import karpenter.core.explain.Change.DropAffinity;
import karpenter.core.explain.Change.DropAntiAffinity;
import karpenter.core.explain.Change.DropHostPort;
import karpenter.core.explain.Change.DropNodeLabel;
import karpenter.core.explain.Change.DropSpread;
import karpenter.core.explain.Change.DropTheirAntiAffinity;
import karpenter.core.explain.Change.DropVolume;
import karpenter.core.explain.Change.FreeVolumes;
import karpenter.core.explain.Change.LowerMinValues;
import karpenter.core.explain.Change.LowerRequest;
import karpenter.core.explain.Change.OfferLabel;
import karpenter.core.explain.Change.RaiseLimit;
import karpenter.core.explain.Change.RaiseMaxSkew;
import karpenter.core.explain.Change.RemoveTaint;
import karpenter.core.explain.Change.TakeUnreserved;
import karpenter.core.explain.ChangeSearch.Offer;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.LabelMismatch;
import karpenter.core.scheduling.Refusal.LimitReached;
import karpenter.core.scheduling.Refusal.MinValuesUnmet;
import karpenter.core.scheduling.Refusal.ReservedTaken;
import karpenter.core.scheduling.Refusal.SpreadViolated;
import karpenter.core.scheduling.Refusal.UntoleratedTaint;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.Trace;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.scheduling.Tracer;

/// The changes worth trying for a pod: whatever it asks for, loosened or dropped, and whatever of
/// the pools and the other pods refused it.
final class Offers {
  /// Labels that say which object a node is; offering others would make it another.
  private static final Set<String> IDENTITY =
      Set.of("kubernetes.io/hostname", "karpenter.sh/nodepool");

  private final SchedulingProblem problem;
  private final Tracer tracer;
  private final Pod pod;
  private final PodSpec spec;
  private final Map<String, NodePool> pools;
  private final Set<Refusal> everywhere = new LinkedHashSet<>();
  private final Map<String, Set<Refusal>> ofPool = new TreeMap<>();

  private Offers(SchedulingProblem problem, Tracer tracer, Trace trace) {
    this.problem = problem;
    this.tracer = tracer;
    this.pod = trace.pod();
    this.spec = pod.spec();
    this.pools =
        problem.pools().stream()
            .collect(Collectors.toMap(NodePool::name, Function.identity(), (one, _) -> one));
    for (var verdict : trace.verdicts()) {
      for (var attempt : verdict.attempts()) {
        everywhere.addAll(attempt.refusals());
        if (verdict.candidate() instanceof Candidate.Fresh(var pool)) {
          ofPool.computeIfAbsent(pool, _ -> new LinkedHashSet<>()).addAll(attempt.refusals());
        }
      }
    }
  }

  static List<Offer> of(SchedulingProblem problem, Tracer tracer, Trace trace) {
    var offers = new Offers(problem, tracer, trace);
    List<Offer> all = new ArrayList<>();
    all.addAll(offers.requests());
    all.addAll(offers.labels());
    all.addAll(offers.tolerations());
    all.addAll(offers.topology());
    all.addAll(offers.portsAndVolumes());
    all.addAll(offers.limits());
    all.addAll(offers.pools());
    all.addAll(offers.others());
    return all;
  }

  /// The amounts at which a node, a planned node or a type would have room, and none at all.
  private List<Offer> requests() {
    List<Offer> offers = new ArrayList<>();
    for (String resource : spec.requests().names()) {
      long asked = spec.requests().get(resource);
      if (asked <= 0 || resource.equals(Resources.PODS)) continue;
      var amounts = new TreeSet<Long>();
      amounts.add(0L);
      for (long room : tracer.roomBelow(pod, resource)) {
        amounts.add(Amounts.roundedDown(resource, room));
      }
      offers.add(
          new Offer(
              amounts.descendingSet().stream()
                  .<Change>map(to -> new LowerRequest(spec, resource, to))
                  .toList()));
    }
    return offers;
  }

  private List<Offer> labels() {
    var keys = new TreeSet<String>();
    for (var alternative : spec.nodeAlternatives()) keys.addAll(alternative.keys());
    return keys.stream().map(key -> Offer.of(new DropNodeLabel(spec, key))).toList();
  }

  private List<Offer> tolerations() {
    List<Offer> offers = new ArrayList<>();
    for (Refusal refusal : everywhere) {
      if (refusal instanceof UntoleratedTaint(var taint)) {
        offers.add(Offer.of(new AddToleration(spec, taint)));
      }
    }
    return offers;
  }

  private List<Offer> topology() {
    List<Offer> offers = new ArrayList<>();
    for (SpreadConstraint constraint : spec.spread()) {
      if (constraint.strength() != Strength.DO_NOT_SCHEDULE) continue;
      offers.add(
          new Offer(
              skewsFor(constraint).stream()
                  .<Change>map(to -> new RaiseMaxSkew(spec, constraint, to))
                  .toList()));
      offers.add(Offer.of(new DropSpread(spec, constraint)));
    }
    for (AffinityTerm term : spec.affinity()) offers.add(Offer.of(new DropAffinity(spec, term)));
    for (AffinityTerm term : spec.antiAffinity()) {
      offers.add(Offer.of(new DropAntiAffinity(spec, term)));
    }
    return offers;
  }

  /// The skews at which some domain would be allowed that is not now.
  private TreeSet<Integer> skewsFor(SpreadConstraint constraint) {
    var skews = new TreeSet<Integer>();
    for (Refusal refusal : everywhere) {
      if (!(refusal instanceof SpreadViolated violated)) continue;
      if (!violated.key().equals(constraint.topologyKey())
          || !violated.selector().equals(constraint.selector())) {
        continue;
      }
      for (int count : violated.counts().values()) skews.add(count + 1 - violated.floor());
    }
    skews.removeIf(skew -> skew <= constraint.maxSkew());
    return skews;
  }

  private List<Offer> portsAndVolumes() {
    List<Offer> offers = new ArrayList<>();
    for (var port : spec.hostPorts()) offers.add(Offer.of(new DropHostPort(spec, port)));
    if (!spec.volumeAlternatives().isEmpty()) offers.add(Offer.of(new FreeVolumes(spec)));
    for (var volume : spec.volumes()) offers.add(Offer.of(new DropVolume(spec, volume)));
    return offers;
  }

  private List<Offer> limits() {
    List<Offer> offers = new ArrayList<>();
    for (var entry : ofPool.entrySet()) {
      for (Refusal refusal : entry.getValue()) {
        if (refusal instanceof LimitReached reached) offers.add(raised(reached));
      }
    }
    return offers;
  }

  /// Each step lets in one more size of machine.
  private Offer raised(LimitReached reached) {
    var amounts = new TreeSet<Long>();
    NodePool pool = pools.get(reached.pool());
    if (reached.resource().equals(Resources.NODES)) {
      amounts.add(Math.max(reached.limit(), reached.used()) + 1);
    } else if (pool != null) {
      for (InstanceType type : pool.types()) {
        long amount = reached.used() + type.capacity().get(reached.resource());
        if (amount > reached.limit()) amounts.add(Amounts.roundedUp(reached.resource(), amount));
      }
    }
    return new Offer(
        amounts.stream()
            .<Change>map(
                to -> new RaiseLimit(reached.pool(), reached.resource(), reached.limit(), to))
            .toList());
  }

  private List<Offer> pools() {
    List<Offer> offers = new ArrayList<>();
    for (var entry : ofPool.entrySet()) {
      String pool = entry.getKey();
      for (Refusal refusal : entry.getValue()) {
        if (refusal instanceof UntoleratedTaint(var taint)) {
          offers.add(Offer.of(new RemoveTaint(pool, taint)));
        } else if (refusal instanceof MinValuesUnmet(var key, var needed, var reached)) {
          offers.add(Offer.of(new LowerMinValues(pool, key, needed, reached)));
        } else if (refusal instanceof LabelMismatch(var conflict)
            && !IDENTITY.contains(conflict.key())) {
          offers.add(Offer.of(new OfferLabel(pool, conflict.key(), conflict.demanded())));
        }
      }
    }
    return offers;
  }

  private List<Offer> others() {
    Set<AffinityTerm> theirs = new LinkedHashSet<>();
    for (Refusal refusal : everywhere) {
      if (!(refusal instanceof AntiAffinity anti) || anti.side() != AntiAffinity.Side.THEIRS) {
        continue;
      }
      for (var bound : problem.bound()) addMatching(theirs, bound.pod().spec(), anti);
      for (var pending : problem.pending()) addMatching(theirs, pending.spec(), anti);
    }
    List<Offer> offers = new ArrayList<>();
    for (AffinityTerm term : theirs) offers.add(Offer.of(new DropTheirAntiAffinity(term)));
    if (everywhere.stream().anyMatch(refusal -> refusal instanceof ReservedTaken)) {
      offers.add(Offer.of(new TakeUnreserved()));
    }
    return offers;
  }

  private static void addMatching(Set<AffinityTerm> found, PodSpec owner, AntiAffinity anti) {
    for (AffinityTerm term : owner.antiAffinity()) {
      if (term.topologyKey().equals(anti.key()) && term.selector().equals(anti.selector())) {
        found.add(term);
      }
    }
  }
}
