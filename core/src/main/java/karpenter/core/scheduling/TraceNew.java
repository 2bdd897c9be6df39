package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Refusal.HostPortTaken;
import karpenter.core.scheduling.Refusal.MinValuesUnmet;
import karpenter.core.scheduling.Refusal.NoTypeFits;
import karpenter.core.scheduling.Refusal.ReservedTaken;
import karpenter.core.scheduling.Refusal.TopologyKeyMissing;
import karpenter.core.scheduling.Refusal.UnknownResource;
import karpenter.core.scheduling.Trace.Attempt;
import org.jspecify.annotations.Nullable;

/// What a planned or a further node has against a pod.
final class TraceNew {
  private final Run run;
  private final Batch batch;
  private final TraceTopology topology;
  private final Set<String> wellKnown;

  /// What is tested: a draft, or a pool when there is none.
  ///
  /// @param candidate the draft's number among candidates; -1 for a pool
  record Subject(
      NodePool pool,
      TraceTypes types,
      @Nullable StateSpace space,
      Requirements requirements,
      @Nullable Draft draft,
      int candidate,
      @Nullable TraceLimits limits) {

    String name() {
      return draft == null ? "a new node" : "the planned node";
    }
  }

  TraceNew(Run run, TraceTopology topology) {
    this.run = run;
    this.batch = run.batch;
    this.topology = topology;
    this.wellKnown = batch.catalogue.wellKnown;
  }

  List<Attempt> attempts(TraceWay way, Subject subject) {
    var volumes = way.profile().ask().labels.key.volumes();
    if (volumes.isEmpty()) {
      return List.of(new Attempt(way.nodeTerm(), 0, refusals(way, Requirements.none(), subject)));
    }
    List<Attempt> attempts = new ArrayList<>();
    for (int v = 0; v < volumes.size(); v++) {
      attempts.add(new Attempt(way.nodeTerm(), v, refusals(way, volumes.get(v), subject)));
    }
    return attempts;
  }

  private List<Refusal> refusals(TraceWay way, Requirements volume, Subject subject) {
    Ask ask = way.profile().ask();
    var labels = ask.labels.key;
    List<Refusal> refusals = new ArrayList<>(TraceLabels.taints(labels, subject.pool().taints()));
    Requirements reached = subject.requirements();
    var mismatches = TraceLabels.node(labels.node(), reached.conflicts(labels.node(), wellKnown));
    refusals.addAll(mismatches);
    if (mismatches.isEmpty()) reached = reached.and(labels.node());
    var elsewhere = TraceLabels.volume(reached.conflicts(volume, wellKnown));
    refusals.addAll(elsewhere);
    if (elsewhere.isEmpty()) reached = reached.and(volume);
    refusals.addAll(unknownResources(ask));
    refusals.addAll(ports(subject.draft(), ask));
    refusals.addAll(topology.onHost(way, subject.candidate(), subject.name()));
    if (subject.limits() != null) refusals.addAll(subject.limits().closed());
    var question = question(subject, reached, ask);
    refusals.addAll(types(subject, question));
    long[] passing = subject.types().passing(question);
    refusals.addAll(minValues(subject, reached, passing));
    refusals.addAll(topology(way.profile(), subject, question));
    if (refusals.isEmpty()) refusals.addAll(reserved(subject, reached, passing));
    return TraceTopology.distinct(refusals);
  }

  private TraceTypes.Question question(Subject subject, Requirements reached, Ask ask) {
    Draft draft = subject.draft();
    long[] requests = ask.requests.clone();
    for (int r = batch.resources.known(); r < requests.length; r++) requests[r] = 0;
    return new TraceTypes.Question(
        reached,
        draft == null ? null : draft.rows,
        draft == null ? new long[requests.length] : draft.used,
        requests,
        ask.ports,
        subject.limits() == null ? null : subject.limits().mostPerNode());
  }

  private List<Refusal> unknownResources(Ask ask) {
    List<Refusal> refusals = new ArrayList<>();
    for (int r = batch.resources.known(); r < ask.requests.length; r++) {
      if (ask.requests[r] > 0) {
        refusals.add(new UnknownResource(batch.resources.name(r), ask.requests[r]));
      }
    }
    return refusals;
  }

  private static List<Refusal> ports(@Nullable Draft draft, Ask ask) {
    if (draft == null) return List.of();
    List<Refusal> refusals = new ArrayList<>();
    for (HostPort port : ask.ports) {
      if (draft.ports.stream().anyMatch(port::conflictsWith)) {
        refusals.add(new HostPortTaken(port));
      }
    }
    return refusals;
  }

  /// Limits are named when they alone keep a type out; otherwise they are one count among others.
  private static List<Refusal> types(Subject subject, TraceTypes.Question question) {
    TypeSurvey survey = subject.types().survey(question);
    if (survey.fitting() > 0) return List.of();
    TraceLimits limits = subject.limits();
    if (limits != null) {
      Map<String, Integer> barred = subject.types().barredByLimitAlone(question);
      if (!barred.isEmpty()) {
        return barred.entrySet().stream()
            .<Refusal>map(entry -> limits.reached(entry.getKey(), entry.getValue()))
            .toList();
      }
    }
    return List.of(new NoTypeFits(survey));
  }

  private List<Refusal> minValues(Subject subject, Requirements reached, long[] passing) {
    StateSpace space = subject.space();
    boolean isLowered =
        batch.options.minValues() == MinValuesPolicy.BEST_EFFORT && subject.draft() == null;
    if (space == null || isLowered || Bits.isEmpty(passing)) return List.of();
    List<Refusal> refusals = new ArrayList<>();
    for (var demand : reached.minValues().entrySet()) {
      int count = MinValues.distinct(demand.getKey(), space.template, passing);
      if (count < demand.getValue()) {
        refusals.add(new MinValuesUnmet(demand.getKey(), demand.getValue(), count));
      }
    }
    return refusals;
  }

  private List<Refusal> topology(Profile profile, Subject subject, TraceTypes.Question question) {
    StateSpace space = subject.space();
    if (space == null) return List.of();
    List<Refusal> refusals = new ArrayList<>();
    long[] roomy = subject.types().roomy(question);
    for (var constraint : profile.keys()) {
      KeySpace key = constraint.space();
      if (key.isLackedBy(question.requirements())) {
        if (constraint.choosesOne()) refusals.add(new TopologyKeyMissing(key.key));
        refusals.addAll(topology.withoutDomain(constraint));
        continue;
      }
      Draft draft = subject.draft();
      refusals.addAll(
          topology.inDomains(
              constraint,
              domainsWithRows(space, key, question.requirements(), roomy),
              draft == null ? Map.of() : draft.pending));
    }
    return refusals;
  }

  /// The domains where some type would do; all that the requirements contain when there is none, so
  /// that each constraint is judged for itself.
  private static long[] domainsWithRows(
      StateSpace space, KeySpace key, Requirements requirements, long[] roomy) {
    State state = space.stateOf(requirements);
    long[] contained = state.domains(key);
    long[] found = new long[Math.max(1, contained.length)];
    for (int d = Bits.first(contained); d >= 0; d = Bits.next(contained, d + 1)) {
      State narrowed = space.step(state, key.narrowing(d));
      if (narrowed == State.IMPOSSIBLE) continue;
      long[] rows = narrowed.rows.clone();
      Bits.and(rows, roomy);
      if (!Bits.isEmpty(rows)) Bits.set(found, d);
    }
    return Bits.isEmpty(found) ? contained : found;
  }

  private List<Refusal> reserved(Subject subject, Requirements reached, long[] passing) {
    StateSpace space = subject.space();
    if (space == null || !space.template.hasReserved) return List.of();
    if (batch.options.reserved() != ReservedMode.STRICT) return List.of();
    Draft draft = subject.draft();
    SortedSet<String> held = draft == null ? new TreeSet<>() : draft.reservations;
    var compatible = run.reservations.compatible(space.template, reached, passing);
    var reservable = run.reservations.reservable(compatible, held);
    boolean isRefused = reservable.isEmpty() && !(compatible.isEmpty() && held.isEmpty());
    return isRefused
        ? List.of(new ReservedTaken(compatible.isEmpty() ? held : compatible))
        : List.of();
  }
}
