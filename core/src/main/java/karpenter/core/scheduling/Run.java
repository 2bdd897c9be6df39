package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.pod.Pod;
import org.jspecify.annotations.Nullable;

/// Places the pods of a batch one after the other (docs/scheduling.md). Mutable, used once.
final class Run {
  /// Prices closer than this are the same price.
  static final double SAME_PRICE = 1e-9;

  /// How many drafts are asked what one more pod would cost.
  static final int MAX_RISES = 4;

  final Batch batch;
  final List<Draft> drafts = new ArrayList<>();
  final List<Pod> order = new ArrayList<>();
  private final List<Pod> bindOrder = new ArrayList<>();
  final Set<Pod> deferredPods = new HashSet<>();
  final Limits[] limits;
  boolean limitsBound;

  /// Whether a pod got a node of its own only because that was cheaper.
  boolean openedToSave;

  private final int nodeCount;
  final Reservations reservations;
  private final Trials trials;

  /// Null where no pod claims devices.
  final @Nullable DeviceTrials devices;

  private Trial probe = new Trial();
  private Trial best = new Trial();
  private Trial fresh = new Trial();
  private DeviceTrials.@Nullable Found nodeDevices;
  private long[] topology = {};
  private @Nullable Choice choice;
  private boolean deferred;
  private boolean squeezes;

  /// Where a pod would go: an existing node, a draft, or a new node of a template.
  private record Choice(int candidate, int template, double rise, double priceAfter) {
    static Choice node(int index) {
      return new Choice(index, -1, 0, 0);
    }
  }

  /// When a pod gets a node of its own although a draft would take it.
  enum Opening {
    /// When that is cheaper at this moment.
    IF_CHEAPER,
    /// Never: what costs more now may be shared later.
    IF_NEEDED
  }

  final Opening opening;

  Run(Batch batch, Opening opening) {
    this.batch = batch;
    this.opening = opening;
    this.nodeCount = batch.nodes.size();
    this.reservations =
        new Reservations(
            batch.problem.pools(), batch.options.reservationLabel(), batch.catalogue.wellKnown);
    this.devices = batch.devices == null ? null : new DeviceTrials(batch, batch.devices);
    this.trials = new Trials(batch, reservations, devices);
    this.limits =
        batch.catalogue.templates.stream()
            .map(template -> new Limits(template, batch.catalogue.resources, batch.problem.nodes()))
            .toArray(Limits[]::new);
  }

  /// Returns the pods without a place, in order.
  List<Pod> place(List<Pod> pods) {
    List<Pod> waiting = pods;
    while (!waiting.isEmpty()) {
      List<Pod> left = new ArrayList<>();
      for (Pod pod : waiting) if (!place(pod)) left.add(pod);
      if (left.size() == waiting.size()) break;
      waiting = left;
    }
    return waiting;
  }

  /// Gives drafts back, oldest first, the types that limits had cost them, as far as the limits
  /// turned out to allow: others have narrowed since, and none lists more types than a claim may.
  void takeBackTypes() {
    List<Draft> limited =
        drafts.stream()
            .filter(draft -> !limits[draft.template].isUnlimited())
            .filter(draft -> !draft.space.template.hasReserved)
            .toList();
    for (Draft draft : limited) keep(draft, draft.rows);
    for (Draft draft : limited) {
      long[] rows = rowsThatFit(draft);
      limits[draft.template].restrictFor(draft, rows);
      Bits.or(rows, draft.rows);
      keep(draft, rows);
    }
  }

  private long[] rowsThatFit(Draft draft) {
    Template template = draft.space.template;
    long[] rows = template.roomForDaemons.clone();
    Bits.and(rows, draft.state.rows);
    for (int r = 0; r < template.room.length; r++) {
      if (draft.used[r] > 0) Bits.and(rows, template.room[r].atLeast(draft.used[r]));
    }
    if (!draft.ports.isEmpty()) Bits.and(rows, template.rowsWithout(draft.ports));
    if (devices != null) devices.restrict(draft, rows);
    return rows;
  }

  private void keep(Draft draft, long[] rows) {
    draft.space.listing(draft.state).truncate(rows);
    draft.rows = rows;
    draft.price = draft.state.cheapest(rows);
    limits[draft.template].recharge(draft);
  }

  private boolean place(Pod pod) {
    PodClass podClass = batch.classOf(pod);
    deferredPods.remove(pod);
    if (devices == null) return place(pod, podClass);
    return devices.admits(pod, podClass) && devices.noting(pod, () -> place(pod, podClass));
  }

  private boolean place(Pod pod, PodClass podClass) {
    if (batch.options.preferences() instanceof PreferencePolicy.Weigh(var fraction)) {
      return placeWeighing(pod, podClass, fraction);
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (find(profile)) {
        commit(pod, podClass, profile);
        return true;
      }
      if (deferred) {
        deferredPods.add(pod);
        return false;
      }
    }
    return false;
  }

  /// Keeps the strongest wishes whose price is worth paying.
  private boolean placeWeighing(Pod pod, PodClass podClass, double fraction) {
    double least = Double.NaN;
    for (int index = 0; index < podClass.profileCount() && Double.isNaN(least); index++) {
      if (!podClass.isLastResort(index)) continue;
      if (find(podClass.profile(index, batch.profiles)) && choice != null) least = choice.rise();
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (!find(profile)) {
        if (!deferred) continue;
        deferredPods.add(pod);
        return false;
      }
      Choice found = choice;
      if (found == null) continue;
      boolean worthIt =
          Double.isNaN(least) || found.rise() - least <= fraction * found.priceAfter() + SAME_PRICE;
      if (worthIt) {
        commit(pod, podClass, profile);
        return true;
      }
    }
    return false;
  }

  /// Looks for the best candidate; on success `choice` says which, and `best` or `fresh` what it
  /// becomes.
  private boolean find(Profile profile) {
    choice = null;
    deferred = false;
    long[][] allowed = new long[profile.keys().length][];
    for (int k = 0; k < allowed.length; k++) {
      long[] domains = profile.keys()[k].allowed(Map.of());
      if (domains == null) return false;
      allowed[k] = domains;
    }
    int count = nodeCount + drafts.size();
    profile.ask().ensureCandidates(count);
    boolean hasTopology = gatherTopology(profile, allowed, count);
    int node = findNode(profile, allowed, hasTopology);
    if (node >= 0) {
      choice = Choice.node(node);
      return true;
    }
    if (findFreeDraft(profile, allowed, hasTopology, count)) return true;
    Choice rising = findRisingDraft(profile, allowed, hasTopology, count);
    if (rising != null && opening == Opening.IF_NEEDED) {
      choice = rising;
      return true;
    }
    choice = cheaper(rising, findTemplate(profile, allowed));
    return choice != null;
  }

  private @Nullable Choice cheaper(@Nullable Choice rising, @Nullable Choice bought) {
    if (rising == null || bought == null) return rising == null ? bought : rising;
    int weightOfDraft = weight(drafts.get(rising.candidate() - nodeCount).template);
    boolean newWins =
        bought.rise() < rising.rise() - SAME_PRICE && weight(bought.template()) >= weightOfDraft;
    openedToSave |= newWins;
    return newWins ? bought : rising;
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
      boolean mayLack = !constraint.choosesOne() || constraint.mayGainKey();
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
        Draft draft = drafts.get(index - nodeCount);
        switch (trials.onDraft(draft, profile, allowed, probe)) {
          case NEVER -> Bits.clear(ask.open, index);
          case NOT_NOW -> {}
          case FITS -> {
            if (probe.price - draft.price <= SAME_PRICE) {
              swapProbeAndBest();
              choice = new Choice(index, -1, best.price - draft.price, best.price);
              return true;
            }
            if (isDearWithoutTopology(draft, profile)) Bits.clear(ask.free, index);
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
        Draft draft = drafts.get(index - nodeCount);
        switch (trials.onDraft(draft, profile, allowed, probe)) {
          case NEVER -> Bits.clear(ask.open, index);
          case NOT_NOW -> {}
          case FITS -> {
            double rise = probe.price - draft.price;
            if (found == null || rise < found.rise()) {
              swapProbeAndBest();
              found = new Choice(index, -1, rise, best.price);
            }
            if (++asked == MAX_RISES) return found;
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
    // A fresh host has none of the pods a hostname affinity asks for, unless it may be the first.
    for (var affinity : profile.hostAffinities()) {
      if (!affinity.self() || affinity.group().anywhere()) return null;
    }
    for (HostLimit limit : profile.hostLimits()) if (limit.allowed < 0) return null;
    for (int t = 0; t < batch.spaces.length; t++) {
      if (limits[t].isClosed()) {
        limitsBound = true;
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

  private List<Draft> draftsOf(int template) {
    return drafts.stream().filter(draft -> draft.template == template).toList();
  }

  private boolean fitsNew(int t, Profile profile, long[][] allowed) {
    squeezes = false;
    trials.forgetDeferral();
    Template template = batch.spaces[t].template;
    boolean isSimple =
        allowed.length == 0
            && !template.hasReserved
            && limits[t].isSlack()
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
    boolean dropped = limits[t].restrict(rows);
    boolean fits = trials.onTemplate(t, rows, profile, allowed, fresh);
    if (fits || !dropped) return fits;
    limitsBound = true;
    if (trials.wasDeferred()) return false;
    long[] more = template.roomForDaemons.clone();
    limits[t].restrictSqueezed(more, draftsOf(t), reservations);
    squeezes = trials.onTemplate(t, more, profile, allowed, fresh);
    trials.forgetDeferral();
    return squeezes;
  }

  private void commit(Pod pod, PodClass podClass, Profile profile) {
    Choice chosen = choice;
    if (chosen == null) throw new IllegalStateException("nothing was chosen");
    if (chosen.template() >= 0) {
      commitNew(pod, podClass, profile, chosen.template());
    } else if (chosen.candidate() < nodeCount) {
      batch.nodes.get(chosen.candidate()).add(pod, profile.ask());
      giveDevices(profile, chosen.candidate(), nodeDevices);
      bindOrder.add(pod);
      recordOnNode(podClass, chosen.candidate());
    } else {
      commitDraft(pod, podClass, profile, chosen.candidate());
    }
    order.add(pod);
  }

  private void giveDevices(Profile profile, int candidate, DeviceTrials.@Nullable Found found) {
    if (devices != null && profile.ask().devices != null && found != null) {
      devices.commit(candidate, found);
    }
  }

  private void commitNew(Pod pod, PodClass podClass, Profile profile, int template) {
    int index = nodeCount + drafts.size();
    var draft =
        new Draft(
            index,
            template,
            batch.spaces[template],
            fresh.state,
            fresh.rows.clone(),
            fresh.price,
            batch.resources.size());
    draft.minValuesRelaxed = fresh.relaxed;
    if (draft.space.template.hasReserved) exchangeReservations(draft, fresh);
    if (squeezes) squeeze(template);
    limits[template].open(draft);
    drafts.add(draft);
    giveDevices(profile, index, fresh.devices);
    for (KeySpace space : batch.keySpaces()) {
      space.ensureCandidates(index + 1);
      space.locate(index, draft.state.domains(space), space.isLackedBy(draft.state.requirements));
    }
    add(pod, podClass, profile, draft, index);
  }

  private void squeeze(int template) {
    for (Draft draft : draftsOf(template)) {
      limits[template].squeeze(draft, reservations);
      if (devices != null) devices.keep(draft);
    }
  }

  private void commitDraft(Pod pod, PodClass podClass, Profile profile, int index) {
    Draft draft = drafts.get(index - nodeCount);
    boolean priceMoved = best.price != draft.price;
    boolean stateMoved = best.state != draft.state;
    draft.price = best.price;
    draft.state = best.state;
    System.arraycopy(best.rows, 0, draft.rows, 0, draft.rows.length);
    if (draft.space.template.hasReserved) exchangeReservations(draft, best);
    limits[draft.template].recharge(draft);
    giveDevices(profile, index, best.devices);
    if (devices != null) devices.keep(draft);
    if (stateMoved) relocate(draft, index);
    if (priceMoved) {
      for (Ask ask : batch.askList) {
        if (index >>> 6 < ask.free.length) Bits.set(ask.free, index);
      }
    }
    add(pod, podClass, profile, draft, index);
  }

  private void exchangeReservations(Draft draft, Trial trial) {
    reservations.exchange(draft.reservations, trial.reservations);
    draft.reservations = trial.reservations;
  }

  private void relocate(Draft draft, int index) {
    for (KeySpace space : batch.keySpaces()) {
      space.locate(index, draft.state.domains(space), space.isLackedBy(draft.state.requirements));
    }
    if (draft.pending.isEmpty()) return;
    draft
        .pending
        .entrySet()
        .removeIf(
            entry -> {
              var space = entry.getKey().space;
              if (space == null) return true;
              long[] domains = draft.state.domains(space);
              if (Bits.count(domains) != 1) return false;
              entry.getKey().add(Bits.first(domains), entry.getValue());
              return true;
            });
  }

  private void add(Pod pod, PodClass podClass, Profile profile, Draft draft, int index) {
    for (int r = 0; r < draft.used.length; r++) draft.used[r] += profile.ask().requests[r];
    draft.ports.addAll(profile.ask().ports);
    draft.pods.add(pod);
    for (CountGroup group : podClass.counted) {
      if (counts(group, draft)) recordOnDraft(group, draft, index);
    }
    for (CountGroup group : podClass.owned) recordOnDraft(group, draft, index);
    draft.undecided.add(pod);
    if (draft.pending.isEmpty()) bind(draft);
  }

  private void bind(Draft draft) {
    bindOrder.addAll(draft.undecided);
    draft.undecided.clear();
  }

  /// The placed pods, each after those its constraints were tested against: pods on a draft whose
  /// zone came later are bound when it came.
  List<Pod> bindOrder() {
    for (Draft draft : drafts) bind(draft);
    return bindOrder;
  }

  private boolean counts(CountGroup group, Draft draft) {
    boolean matches = group.filter.isEmpty();
    for (Demand wanted : group.filter) {
      matches = matches || draft.space.step(draft.state, wanted) != State.IMPOSSIBLE;
    }
    var tolerations = group.key.onlyTolerated();
    return matches
        && (tolerations == null
            || Batch.tolerated(tolerations, draft.space.template.pool.taints()));
  }

  private void recordOnDraft(CountGroup group, Draft draft, int index) {
    var space = group.space;
    if (space == null) {
      group.add(index, 1);
      return;
    }
    if (space.isLackedBy(draft.state.requirements)) return;
    long[] domains = draft.state.domains(space);
    int count = Bits.count(domains);
    if (count == 1) {
      group.add(Bits.first(domains), 1);
    } else if (count > 1) {
      draft.pending.merge(group, 1, Integer::sum);
      group.suspend(index, domains);
    }
  }

  private void recordOnNode(PodClass podClass, int index) {
    for (CountGroup group : podClass.counted) {
      if (batch.counts(group, batch.nodes.get(index))) batch.countOn(group, index);
    }
    for (CountGroup group : podClass.owned) batch.countOn(group, index);
  }
}
