package karpenter.core.scheduling;

import java.util.Map;
import karpenter.core.scheduling.Reseating.LimitsThen;
import org.jspecify.annotations.Nullable;

/// Finds the best candidate for a pod as things stand (docs/scheduling.md, section 5), changing
/// nothing but what is remembered of refusals. Owned by one run.
final class Search {
  /// Prices closer than this are the same price.
  static final double SAME_PRICE = 1e-9;

  /// How many drafts are asked what one more pod would cost.
  static final int MAX_RISES = 4;

  /// The same where nodes are planned: there are few of them, and they seldom have room.
  static final int MAX_RISES_PLANNED = 16;

  /// Where a pod would go: an existing node, a draft, or a new node of a template.
  record Choice(int candidate, int template, double rise, double priceAfter) {
    static Choice node(int index) {
      return new Choice(index, -1, 0, 0);
    }
  }

  private final Run run;
  private final Batch batch;
  private final int nodeCount;
  private final Trials trials;
  private final @Nullable DeviceTrials devices;

  private @Nullable Choice choice;
  private boolean deferred;
  private boolean squeezes;
  private Trial probe = new Trial();
  private Trial best = new Trial();
  private final Trial fresh = new Trial();
  private DeviceTrials.@Nullable Found nodeDevices;
  private long[] topology = {};

  /// Null where nodes are not planned.
  private @Nullable NodePlanner planner;

  private NodePlanner.@Nullable Plan plan;
  private int mostRises = MAX_RISES;

  /// Candidates not to be looked at.
  private long[] barred = {};

  Search(Run run, Trials trials) {
    this.run = run;
    this.batch = run.batch;
    this.nodeCount = run.batch.nodes.size();
    this.trials = trials;
    this.devices = run.devices;
  }

  void bar(long[] candidates) {
    barred = candidates;
  }

  void planWith(NodePlanner nodePlanner) {
    planner = nodePlanner;
    mostRises = MAX_RISES_PLANNED;
  }

  /// How large the new node of the last search is to be.
  NodePlanner.@Nullable Plan plan() {
    return plan;
  }

  /// What the last search found.
  Choice choice() {
    if (choice == null) throw new IllegalStateException("nothing was found");
    return choice;
  }

  /// Whether the last search ended because reserved capacity is taken.
  boolean isDeferred() {
    return deferred;
  }

  /// What the chosen draft or new node becomes.
  Trial outcome() {
    return choice().template() >= 0 ? fresh : best;
  }

  /// Whether the chosen new node needs the pool's other drafts to give up their larger types.
  boolean squeezes() {
    return squeezes;
  }

  /// The devices the chosen existing node would give.
  DeviceTrials.@Nullable Found nodeDevices() {
    return nodeDevices;
  }

  /// On success [#choice] says where, and [#outcome] what it becomes.
  boolean find(PodClass podClass, Profile profile) {
    begin();
    long[][] allowed = allowed(profile);
    if (allowed == null) return false;
    int count = nodeCount + run.drafts.size();
    profile.ask().ensureCandidates(count);
    if (run.journal != null) run.journal.touch(profile.ask());
    boolean hasTopology = gatherTopology(profile, allowed, count);
    int node = findNode(profile, allowed, hasTopology);
    if (node >= 0) {
      choice = Choice.node(node);
      return true;
    }
    if (findFreeDraft(profile, allowed, hasTopology, count)) return true;
    Choice rising = findRisingDraft(profile, allowed, hasTopology, count);
    if (rising != null && run.opening == Run.Opening.IF_NEEDED) {
      choice = rising;
      return true;
    }
    Choice bought = findTemplate(profile, allowed);
    if (bought != null && planner != null) {
      plan = planner.plan(bought.template(), podClass, profile, fresh);
    }
    choice = cheaper(rising, bought);
    return choice != null;
  }

  private void begin() {
    choice = null;
    plan = null;
    deferred = false;
  }

  /// Per key constraint the domains allowed now; null when one cannot hold anywhere.
  private static long @Nullable [][] allowed(Profile profile) {
    long[][] allowed = new long[profile.keys().length][];
    for (int k = 0; k < allowed.length; k++) {
      long[] domains = profile.keys()[k].allowed(Map.of());
      if (domains == null) return null;
      allowed[k] = domains;
    }
    return allowed;
  }

  /// As [#find], on existing nodes only.
  boolean findExisting(Profile profile) {
    begin();
    long[][] allowed = allowed(profile);
    if (allowed == null) return false;
    int count = nodeCount + run.drafts.size();
    profile.ask().ensureCandidates(count);
    int node = findNode(profile, allowed, gatherTopology(profile, allowed, count));
    if (node >= 0) choice = Choice.node(node);
    return choice != null;
  }

  /// As [#find], on a new node of one pool only.
  boolean findNew(Profile profile, String pool, LimitsThen limits) {
    begin();
    long[][] allowed = allowed(profile);
    if (allowed == null || !mayFoundHost(profile)) return false;
    profile.ask().ensureCandidates(nodeCount + run.drafts.size());
    for (int t = 0; t < batch.spaces.length && choice == null; t++) {
      if (!batch.spaces[t].template.pool.name().equals(pool)) continue;
      boolean fits =
          limits == LimitsThen.APPLY || batch.spaces[t].template.hasReserved
              ? fitsNew(t, profile, allowed)
              : fitsUnlimited(t, profile, allowed);
      if (fits) choice = new Choice(-1, t, fresh.price, fresh.price);
    }
    return choice != null;
  }

  private boolean fitsUnlimited(int t, Profile profile, long[][] allowed) {
    squeezes = false;
    trials.forgetDeferral();
    return trials.onTemplate(t, batch.spaces[t].template.roomForDaemons, profile, allowed, fresh);
  }

  /// As [#find], on one draft only, at no more than a price.
  boolean findOn(Draft draft, Profile profile, double most) {
    begin();
    int index = draft.index;
    profile.ask().ensureCandidates(index + 1);
    if (!isOpen(profile, index)) return false;
    long[][] allowed = allowed(profile);
    if (allowed == null) return false;
    switch (trials.onDraft(draft, profile, allowed, best)) {
      case NEVER -> Bits.clear(profile.ask().open, index);
      case NOT_NOW -> {}
      case FITS -> {
        if (best.price <= most + SAME_PRICE) {
          choice = new Choice(index, -1, best.price - draft.price, best.price);
        }
      }
    }
    return choice != null;
  }

  private static boolean isOpen(Profile profile, int index) {
    if (!Bits.get(profile.ask().open, index)) return false;
    for (HostLimit limit : profile.hostLimits()) {
      if ((limit.word(index >>> 6) >>> index & 1L) == 0) return false;
    }
    for (var affinity : profile.hostAffinities()) {
      if (affinity.self() && !affinity.group().anywhere()) continue;
      if (!Bits.get(affinity.group().positive, index)) return false;
    }
    return true;
  }

  private @Nullable Choice cheaper(@Nullable Choice rising, @Nullable Choice bought) {
    if (rising == null || bought == null) return rising == null ? bought : rising;
    int weightOfDraft = weight(run.drafts.get(rising.candidate() - nodeCount).template);
    boolean newWins =
        costOfOpening(bought) < rising.rise() - SAME_PRICE
            && weight(bought.template()) >= weightOfDraft;
    run.openedToSave |= newWins;
    return newWins ? bought : rising;
  }

  private double costOfOpening(Choice bought) {
    return plan == null
        ? bought.rise() + batch.catalogue.templates.get(bought.template()).pool.nodeCost()
        : plan.share();
  }

  private int weight(int template) {
    return batch.catalogue.templates.get(template).pool.weight();
  }

  /// Candidates that lie in an allowed domain of every key, into `topology`; false if there are no
  /// keys.
  private boolean gatherTopology(Profile profile, long[][] allowed, int count) {
    if (allowed.length == 0 && profile.hostAffinities().length == 0) return false;
    int words = Bits.words(count);
    if (topology.length < words) topology = new long[Math.max(words, topology.length * 2)];
    for (int w = 0; w < words; w++) topology[w] = -1L;
    for (int k = 0; k < allowed.length; k++) {
      var constraint = profile.keys()[k];
      KeySpace space = constraint.space();
      boolean mayLack = !constraint.choosesOne();
      for (int w = 0; w < words; w++) {
        long members = mayLack ? word(space.lacking, w) : 0;
        for (int v = Bits.first(allowed[k]);
            v >= 0 && v < space.size();
            v = Bits.next(allowed[k], v + 1)) {
          members |= word(space.in[v], w);
        }
        for (var affinity : constraint.affinities()) {
          members |= word(affinity.group().pendingAt, w);
        }
        topology[w] &= members;
      }
    }
    for (var affinity : profile.hostAffinities()) {
      if (affinity.self() && !affinity.group().anywhere()) continue;
      for (int w = 0; w < words; w++) topology[w] &= word(affinity.group().positive, w);
    }
    return true;
  }

  private static long word(long[] bits, int w) {
    return w < bits.length ? bits[w] : 0;
  }

  /// The candidates of word `w` that nothing known rules out.
  private long open(Profile profile, int w, boolean hasTopology) {
    long members = profile.ask().open[w];
    if (w < barred.length) members &= ~barred[w];
    for (HostLimit limit : profile.hostLimits()) members &= limit.word(w);
    return hasTopology ? members & topology[w] : members;
  }

  private int findNode(Profile profile, long[][] allowed, boolean hasTopology) {
    for (int w = 0; w < Bits.words(nodeCount); w++) {
      long members = open(profile, w, hasTopology) & below(nodeCount, w);
      while (members != 0) {
        int index = (w << 6) + Long.numberOfTrailingZeros(members);
        members &= members - 1;
        NodeSlot slot = batch.nodes.get(index);
        if (!profile.ask().labels.suitsNode(index, slot.labels, slot.node.taints())
            || !slot.hasRoomFor(profile.ask())) {
          if (slot.isMarked() && run.journal != null) run.journal.closing(profile.ask(), index);
          Bits.clear(profile.ask().open, index);
        } else if (topologyHolds(slot, profile, allowed)) {
          if (profile.ask().devices == null || devicesFit(slot, index, profile.ask())) return index;
          Bits.clear(profile.ask().open, index);
        }
      }
    }
    return -1;
  }

  private boolean devicesFit(NodeSlot slot, int index, Ask ask) {
    if (devices == null || ask.devices == null) return true;
    nodeDevices = devices.onNode(slot, index, ask.devices);
    return nodeDevices != null;
  }

  private static boolean topologyHolds(NodeSlot slot, Profile profile, long[][] allowed) {
    for (int k = 0; k < allowed.length; k++) {
      var constraint = profile.keys()[k];
      String value = slot.node.labels().get(constraint.space().key);
      boolean holds =
          value == null
              ? !constraint.choosesOne()
              : Bits.get(allowed[k], constraint.space().idOf(value));
      if (!holds) return false;
    }
    return true;
  }

  /// The members of word `w` below `end`, and those not below.
  private static long below(int end, int w) {
    int rest = end - (w << 6);
    return rest >= 64 ? -1L : rest <= 0 ? 0 : (1L << rest) - 1;
  }

  private boolean findFreeDraft(Profile profile, long[][] allowed, boolean hasTopology, int count) {
    Ask ask = profile.ask();
    for (int w = nodeCount >>> 6; w < Bits.words(count); w++) {
      long members =
          open(profile, w, hasTopology) & ask.free[w] & below(count, w) & ~below(nodeCount, w);
      while (members != 0) {
        int index = (w << 6) + Long.numberOfTrailingZeros(members);
        members &= members - 1;
        Draft draft = run.drafts.get(index - nodeCount);
        switch (trials.onDraft(draft, profile, allowed, probe)) {
          case NEVER -> Bits.clear(ask.open, index);
          case NOT_NOW -> {}
          case FITS -> {
            if (probe.price - draft.price <= SAME_PRICE) {
              swapProbeAndBest();
              choice = new Choice(index, -1, best.price - draft.price, best.price);
              return true;
            }
            if (isDearWithoutTopology(draft, profile)) {
              Bits.clear(ask.free, index);
              draft.dearFor.add(ask);
            }
          }
        }
      }
    }
    return false;
  }

  private boolean isDearWithoutTopology(Draft draft, Profile profile) {
    return profile.keys().length == 0
        || trials.priceWithoutTopology(draft, profile) - draft.price > SAME_PRICE;
  }

  private @Nullable Choice findRisingDraft(
      Profile profile, long[][] allowed, boolean hasTopology, int count) {
    Ask ask = profile.ask();
    Choice found = null;
    int asked = 0;
    for (int w = nodeCount >>> 6; w < Bits.words(count); w++) {
      long members = open(profile, w, hasTopology) & below(count, w) & ~below(nodeCount, w);
      while (members != 0) {
        int index = (w << 6) + Long.numberOfTrailingZeros(members);
        members &= members - 1;
        Draft draft = run.drafts.get(index - nodeCount);
        switch (trials.onDraft(draft, profile, allowed, probe)) {
          case NEVER -> Bits.clear(ask.open, index);
          case NOT_NOW -> {}
          case FITS -> {
            double rise = probe.price - draft.price;
            if (found == null || rise < found.rise()) {
              swapProbeAndBest();
              found = new Choice(index, -1, rise, best.price);
            }
            if (++asked == mostRises) return found;
          }
        }
      }
    }
    return found;
  }

  private void swapProbeAndBest() {
    Trial trial = probe;
    probe = best;
    best = trial;
  }

  private @Nullable Choice findTemplate(Profile profile, long[][] allowed) {
    run.soughtNew = true;
    if (!mayFoundHost(profile)) return null;
    for (int t = 0; t < batch.spaces.length; t++) {
      if (run.limits[t].isClosed()) {
        run.limitsBound = true;
        Bits.set(run.full, t);
        continue;
      }
      if (fitsNew(t, profile, allowed)) {
        return new Choice(-1, t, fresh.price, fresh.price);
      }
      if (trials.wasDeferred()) {
        deferred = true;
        return null;
      }
    }
    return null;
  }

  private static boolean mayFoundHost(Profile profile) {
    // A fresh host has none of the pods a hostname affinity asks for, unless it may be the first.
    for (var affinity : profile.hostAffinities()) {
      if (!affinity.self() || affinity.group().anywhere()) return false;
    }
    for (HostLimit limit : profile.hostLimits()) if (limit.allowed < 0) return false;
    return true;
  }

  private boolean fitsNew(int t, Profile profile, long[][] allowed) {
    squeezes = false;
    trials.forgetDeferral();
    Template template = batch.spaces[t].template;
    boolean isSimple =
        allowed.length == 0
            && !template.hasReserved
            && run.limits[t].isSlack()
            && profile.ask().devices == null;
    if (isSimple) {
      Ask.Fresh known = profile.ask().fresh[t];
      if (known == null) {
        boolean fits = trials.onTemplate(t, template.roomForDaemons, profile, allowed, fresh);
        known =
            fits
                ? new Ask.Fresh(fresh.state, fresh.rows.clone(), fresh.price, fresh.relaxed)
                : new Ask.Fresh(State.IMPOSSIBLE, new long[0], 0, false);
        profile.ask().fresh[t] = known;
      }
      if (known.state() == State.IMPOSSIBLE) return false;
      fresh.take(known.state(), known.rows(), known.price(), known.relaxed());
      return true;
    }
    long[] rows = template.roomForDaemons.clone();
    boolean dropped = run.limits[t].restrict(rows);
    boolean fits = trials.onTemplate(t, rows, profile, allowed, fresh);
    if (fits || !dropped) return fits;
    run.limitsBound = true;
    if (trials.wasDeferred()) return false;
    long[] more = template.roomForDaemons.clone();
    run.limits[t].restrictSqueezed(more, run.draftsOf(t), run.reservations);
    squeezes = trials.onTemplate(t, more, profile, allowed, fresh);
    if (!squeezes) Bits.set(run.full, t);
    trials.forgetDeferral();
    return squeezes;
  }
}
