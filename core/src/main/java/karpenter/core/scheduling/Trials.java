package karpenter.core.scheduling;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.device.ClaimUse;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import org.jspecify.annotations.Nullable;

/// Tests what a draft or a fresh node would become with one more pod (docs/scheduling.md, sections
/// 3 and 4). Holds scratch space; owned by one run.
final class Trials {
  /// How many combinations of domains one test tries before it gives up.
  static final int MAX_DOMAIN_CHOICES = 64;

  enum Answer {
    FITS,
    /// For good: the candidate will only shrink.
    NEVER,
    /// Topology or reservations stand in the way, which may change.
    NOT_NOW
  }

  private final Batch batch;
  private final Reservations reservations;
  private final boolean strictReserved;
  private final boolean lowersMinValues;

  private long[] scratch = {};
  private long[] total = {};
  private long[] priced = {};
  private int choicesLeft;
  private boolean deferred;

  private final @Nullable DeviceTrials devices;
  private @Nullable List<ClaimUse> claims;

  Trials(Batch batch, Reservations reservations, @Nullable DeviceTrials devices) {
    this.devices = devices;
    this.batch = batch;
    this.reservations = reservations;
    this.strictReserved = batch.options.reserved() == ReservedMode.STRICT;
    this.lowersMinValues = batch.options.minValues() == MinValuesPolicy.BEST_EFFORT;
  }

  /// Whether the last test failed only because reserved capacity is taken.
  boolean wasDeferred() {
    return deferred;
  }

  void forgetDeferral() {
    deferred = false;
  }

  /// @param allowed per key constraint of the profile, the domains allowed now
  Answer onDraft(Draft draft, Profile profile, long[][] allowed, Trial out) {
    Ask ask = profile.ask();
    deferred = false;
    if (ask.asksUnknownResource
        || !ask.labels.toleratesTemplate(draft.template, draft.space.template)) {
      return Answer.NEVER;
    }
    for (var port : ask.ports) {
      for (var taken : draft.ports) if (port.conflictsWith(taken)) return Answer.NEVER;
    }
    var subject = new Subject(draft.space, draft.template, draft.rows, draft.used, draft);
    if (attempt(subject, draft.state, profile, allowed, out)) return Answer.FITS;
    if (deferred) return Answer.NOT_NOW;
    if (profile.keys().length == 0) return Answer.NEVER;
    return attempt(subject, draft.state, withoutTopology(profile), NO_KEYS, new Trial()) || deferred
        ? Answer.NOT_NOW
        : Answer.NEVER;
  }

  /// The price the draft would have if topology were no concern.
  double priceWithoutTopology(Draft draft, Profile profile) {
    var out = new Trial();
    var subject = new Subject(draft.space, draft.template, draft.rows, draft.used, draft);
    boolean fits = attempt(subject, draft.state, withoutTopology(profile), NO_KEYS, out);
    return fits ? out.price : Double.POSITIVE_INFINITY;
  }

  /// @param rows those the pool's limits leave
  boolean onTemplate(int index, long[] rows, Profile profile, long[][] allowed, Trial out) {
    StateSpace space = batch.spaces[index];
    deferred = false;
    if (profile.ask().asksUnknownResource
        || !profile.ask().labels.toleratesTemplate(index, space.template)) {
      return false;
    }
    return attempt(
        new Subject(space, index, rows, nothingUsed(), null), space.start, profile, allowed, out);
  }

  private static final long[][] NO_KEYS = {};
  private static final Profile.KeyConstraint[] NO_CONSTRAINTS = {};
  private long[] zeroes = {};

  private long[] nothingUsed() {
    if (zeroes.length != batch.resources.size()) zeroes = new long[batch.resources.size()];
    return zeroes;
  }

  private static Profile withoutTopology(Profile profile) {
    return profile.keys().length == 0
        ? profile
        : new Profile(
            profile.ask(),
            profile.hostLimits(),
            profile.hostAffinities(),
            NO_CONSTRAINTS,
            profile.impossible());
  }

  /// What is being tested.
  private record Subject(
      StateSpace space, int template, long[] rows, long[] used, @Nullable Draft draft) {
    /// A draft only gets dearer as it narrows.
    double leastPrice() {
      return draft == null ? Double.NEGATIVE_INFINITY : draft.price;
    }
  }

  private boolean attempt(
      Subject subject, State from, Profile profile, long[][] allowed, Trial out) {
    LabelAsk labels = profile.ask().labels;
    State state = subject.space().step(from, labels.node);
    if (state == State.IMPOSSIBLE || profile.impossible()) return false;
    claims = profile.ask().devices;
    if (claims != null && devices != null) devices.begin();
    fitRows(subject, profile.ask());
    choicesLeft = MAX_DOMAIN_CHOICES;
    if (labels.volumeAlternatives.length == 0) {
      return choose(0, subject, state, profile, allowed, out);
    }
    for (Demand where : labels.volumeAlternatives) {
      State reached = subject.space().step(state, where);
      choicesLeft = MAX_DOMAIN_CHOICES;
      if (reached != State.IMPOSSIBLE && choose(0, subject, reached, profile, allowed, out)) {
        return true;
      }
    }
    return false;
  }

  /// Decides the keys from `at` on, depth first.
  private boolean choose(
      int at, Subject subject, State state, Profile profile, long[][] allowed, Trial out) {
    if (at == profile.keys().length) return finish(subject, state, out);
    var constraint = profile.keys()[at];
    KeySpace space = constraint.space();
    if (space.isLackedBy(state.requirements)) {
      return !constraint.choosesOne() && choose(at + 1, subject, state, profile, allowed, out);
    }
    long[] values = state.domains(space).clone();
    Bits.and(values, allowedOn(subject.draft(), constraint, allowed[at]));
    if (!constraint.choosesOne()) {
      if (Bits.isEmpty(values)) return false;
      State narrowed = subject.space().step(state, space.narrowing(values));
      return narrowed != State.IMPOSSIBLE
          && choose(at + 1, subject, narrowed, profile, allowed, out);
    }
    while (choicesLeft > 0) {
      int best = leastCrowded(subject, state, constraint, values);
      if (best < 0) return false;
      Bits.clear(values, best);
      State narrowed = subject.space().step(state, space.narrowing(best));
      if (narrowed != State.IMPOSSIBLE
          && choose(at + 1, subject, narrowed, profile, allowed, out)) {
        return true;
      }
    }
    return false;
  }

  private static long[] allowedOn(
      @Nullable Draft draft, Profile.KeyConstraint constraint, long[] anywhere) {
    if (draft == null || draft.pending.isEmpty() || !constraint.concerns(draft.pending)) {
      return anywhere;
    }
    long[] here = constraint.allowed(draft.pending);
    return here == null ? new long[anywhere.length] : here;
  }

  /// Of the least crowded domains the one in which the node is cheapest, then the first by name.
  private int leastCrowded(
      Subject subject, State state, Profile.KeyConstraint constraint, long[] values) {
    int best = -1;
    int least = Integer.MAX_VALUE;
    double lowest = Double.NaN;
    for (int v = Bits.first(values); v >= 0; v = Bits.next(values, v + 1)) {
      int crowding = constraint.crowding(v);
      if (crowding > least) continue;
      if (crowding < least) {
        least = crowding;
        best = v;
        lowest = Double.NaN;
        continue;
      }
      if (Double.isNaN(lowest)) lowest = priceIn(subject, state, constraint.space(), best);
      double price = priceIn(subject, state, constraint.space(), v);
      if (price < lowest) {
        best = v;
        lowest = price;
      }
    }
    return best;
  }

  /// What the subject would cost in one domain; infinite where it cannot be there.
  private double priceIn(Subject subject, State state, KeySpace space, int domain) {
    State narrowed = subject.space().step(state, space.narrowing(domain));
    if (narrowed == State.IMPOSSIBLE) return Double.POSITIVE_INFINITY;
    if (priced.length != scratch.length) priced = new long[scratch.length];
    for (int w = 0; w < scratch.length; w++) priced[w] = scratch[w] & narrowed.rows[w];
    return narrowed.cheapest(priced, subject.leastPrice());
  }

  /// The rows of the subject that hold its requests and the ask's, into `scratch`.
  private void fitRows(Subject subject, Ask ask) {
    int words = subject.rows().length;
    if (scratch.length != words) scratch = new long[words];
    System.arraycopy(subject.rows(), 0, scratch, 0, words);
    Template template = subject.space().template;
    int known = batch.resources.known();
    for (int r = 0; r < known; r++) {
      long amount = subject.used()[r] + ask.requests[r];
      if (amount > 0) Bits.and(scratch, template.room[r].atLeast(amount));
    }
    if (template.hasDaemonPorts && !ask.ports.isEmpty()) {
      Bits.and(scratch, ask.rowsWithFreePorts(subject.template(), template));
    }
  }

  private boolean finish(Subject subject, State state, Trial out) {
    choicesLeft--;
    if (total.length != scratch.length) total = new long[scratch.length];
    boolean any = false;
    for (int w = 0; w < scratch.length; w++) {
      total[w] = scratch[w] & state.rows[w];
      any |= total[w] != 0;
    }
    if (!any) return false;
    return claims == null || devices == null
        ? conclude(subject, state, out)
        : finishWithDevices(devices, claims, subject, state, out);
  }

  /// Rows whose devices do not suffice are left out, and the devices chosen narrow the state.
  private boolean finishWithDevices(
      DeviceTrials search, List<ClaimUse> wanted, Subject subject, State state, Trial out) {
    int candidate = subject.draft() == null ? -1 : subject.draft().index;
    var found = search.onRows(subject.space(), subject.template(), state, total, wanted, candidate);
    if (found == null) return false;
    System.arraycopy(found.rows(), 0, total, 0, total.length);
    out.devices = found;
    return conclude(subject, found.state(), out);
  }

  private boolean conclude(Subject subject, State state, Trial out) {
    State reached = state;
    boolean relaxed = false;
    if (state.requirements.hasMinValues()
        && !MinValues.hold(state.requirements, subject.space().template, total)) {
      if (!lowersMinValues || subject.draft() != null) return false;
      reached =
          subject
              .space()
              .stateOf(MinValues.lowered(state.requirements, subject.space().template, total));
      relaxed = true;
    }
    if (subject.space().template.hasReserved && !reserve(subject, reached, out)) return false;
    out.take(reached, total, reached.cheapest(total, subject.leastPrice()), relaxed);
    return true;
  }

  private boolean reserve(Subject subject, State state, Trial out) {
    SortedSet<String> held =
        subject.draft() == null ? new TreeSet<>() : subject.draft().reservations;
    var compatible = reservations.compatible(subject.space().template, state.requirements, total);
    var reservable = reservations.reservable(compatible, held);
    boolean refused = reservable.isEmpty() && (!compatible.isEmpty() || !held.isEmpty());
    if (strictReserved && refused) {
      deferred = true;
      return false;
    }
    out.reservations = reservable;
    return true;
  }
}
