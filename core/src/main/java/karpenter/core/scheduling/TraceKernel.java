package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.scheduling.Refusal.ClaimsUnmet;
import karpenter.core.scheduling.Refusal.NoCombination;
import karpenter.core.scheduling.Refusal.ReservedTaken;
import karpenter.core.scheduling.Trace.Attempt;

/// Asks the solver's own tests for yes or no. The reasons are worked out beside them, and where the
/// solver refuses what no single reason forbids, it is the combination.
final class TraceKernel {
  private final Run run;
  private final Batch batch;
  private final TraceTopology topology;
  private final Trials trials;

  /// What the solver says of a candidate.
  enum Answer {
    ACCEPTED,
    REFUSED,
    /// Only because reserved capacity is taken.
    DEFERRED
  }

  TraceKernel(Run run, TraceTopology topology) {
    this.run = run;
    this.batch = run.batch;
    this.topology = topology;
    this.trials = new Trials(batch, run.reservations, run.devices);
  }

  Answer onDraft(TraceWay way, Draft draft, int candidate) {
    long[][] allowed = allowed(way.profile());
    if (allowed.length < way.profile().keys().length) return Answer.REFUSED;
    if (!topology.onHost(way, candidate, "").isEmpty()) return Answer.REFUSED;
    return switch (trials.onDraft(draft, way.profile(), allowed, new Trial())) {
      case FITS -> Answer.ACCEPTED;
      case NEVER, NOT_NOW -> trials.wasDeferred() ? Answer.DEFERRED : Answer.REFUSED;
    };
  }

  Answer onTemplate(TraceWay way, int index) {
    Profile profile = way.profile();
    long[][] allowed = allowed(profile);
    if (allowed.length < profile.keys().length) return Answer.REFUSED;
    if (!topology.onHost(way, -1, "").isEmpty()) return Answer.REFUSED;
    Limits limits = run.limits[index];
    if (limits.isClosed()) return Answer.REFUSED;
    long[] rows = batch.spaces[index].template.roomForDaemons.clone();
    boolean dropped = limits.restrict(rows);
    if (trials.onTemplate(index, rows, profile, allowed, new Trial())) return Answer.ACCEPTED;
    if (trials.wasDeferred()) return Answer.DEFERRED;
    if (!dropped) return Answer.REFUSED;
    long[] more = batch.spaces[index].template.roomForDaemons.clone();
    var drafts = run.drafts.stream().filter(draft -> draft.template == index).toList();
    limits.restrictSqueezed(more, drafts, run.reservations);
    return trials.onTemplate(index, more, profile, allowed, new Trial())
        ? Answer.ACCEPTED
        : Answer.REFUSED;
  }

  /// The template whose taken reservations make the pod wait, or -1.
  int findDeferring(TraceWay way) {
    for (int t = 0; t < batch.spaces.length; t++) {
      if (onTemplate(way, t) == Answer.DEFERRED) return t;
    }
    return -1;
  }

  /// The attempts, none without a refusal when the solver refuses.
  List<Attempt> confirmed(List<Attempt> attempts, TraceWay way, Answer answer) {
    if (answer == Answer.ACCEPTED) return attempts;
    Refusal otherwise =
        answer == Answer.DEFERRED ? new ReservedTaken(new TreeSet<>()) : combination(way.profile());
    return attempts.stream()
        .map(
            attempt ->
                attempt.refusals().isEmpty()
                    ? new Attempt(attempt.nodeTerm(), attempt.volumeTerm(), List.of(otherwise))
                    : attempt)
        .toList();
  }

  /// Where everything else can be met, devices cannot.
  private static Refusal combination(Profile profile) {
    return profile.ask().devices == null
        ? new NoCombination(Arrays.stream(profile.keys()).map(key -> key.space().key).toList())
        : new ClaimsUnmet(new DeviceRefusal.DevicesUnavailable());
  }

  /// The domains allowed now per key; shorter than the keys if one cannot hold anywhere.
  private static long[][] allowed(Profile profile) {
    long[][] allowed = new long[profile.keys().length][];
    for (int k = 0; k < allowed.length; k++) {
      long[] domains = profile.keys()[k].allowed(Map.of());
      if (domains == null) return Arrays.copyOf(allowed, k);
      allowed[k] = domains;
    }
    return allowed;
  }
}
