package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import karpenter.core.device.ClaimState;
import karpenter.core.device.ClaimUse;
import karpenter.core.device.DeviceClaim;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.device.Grant;
import karpenter.core.device.Ledger;
import karpenter.core.device.Site;
import karpenter.core.device.TemplateBoard;
import karpenter.core.device.Wanted;
import karpenter.core.device.Work;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// The part of a run that is about devices (docs/scheduling.md, section 10). Exists only where some
/// pod claims devices.
final class DeviceTrials {
  private final Batch batch;
  private final BatchDevices devices;
  private final Ledger ledger;
  private final Map<Pod, DeviceRefusal> refusals = new HashMap<>();
  private Work work = new Work(Work.MAX_STEPS);
  private boolean missed;
  private boolean gaveUp;

  /// The devices one more pod would get.
  ///
  /// @param state what the draft becomes; not used on existing nodes
  /// @param rows those whose devices suffice
  record Found(State state, long[] rows, Wanted wanted, List<Grant> grants) {}

  DeviceTrials(Batch batch, BatchDevices devices) {
    this.batch = batch;
    this.devices = devices;
    this.ledger = devices.boards.ledger();
    seatPromised();
  }

  /// Pods that are expected on nodes get their devices first; nobody else may have them.
  private void seatPromised() {
    var promised = devices.boards.promised();
    if (promised.isEmpty()) return;
    Map<String, Integer> indexes = new HashMap<>();
    for (int i = 0; i < batch.nodes.size(); i++) indexes.put(batch.nodes.get(i).node.name(), i);
    for (DeviceClaim claim : promised) {
      Integer index =
          claim.state() instanceof ClaimState.Promised(var node) ? indexes.get(node) : null;
      if (index != null) seat(claim, index);
    }
  }

  private void seat(DeviceClaim claim, int index) {
    var wanted = new Wanted(List.of(new ClaimUse(claim, true)), List.of());
    var site = new NodeSite(batch.nodes.get(index));
    begin();
    ledger
        .search(wanted, devices.nodes.get(index), index, site, work)
        .ifPresentOrElse(
            grant -> ledger.commit(index, wanted, List.of(grant)), () -> ledger.tie(claim, index));
  }

  /// Whether the pod's claims, if it has any, are such that a place may be looked for.
  boolean admits(Pod pod, PodClass podClass) {
    if (podClass.refusal == null) return true;
    refusals.put(pod, podClass.refusal);
    return false;
  }

  /// Places a pod and notes it if devices were in the way.
  boolean noting(Pod pod, BooleanSupplier place) {
    missed = false;
    gaveUp = false;
    boolean placed = place.getAsBoolean();
    if (!placed && gaveUp) {
      refusals.put(pod, new DeviceRefusal.DeviceSearchGaveUp(Work.MAX_STEPS));
    } else if (!placed && missed) {
      refusals.put(pod, new DeviceRefusal.DevicesUnavailable());
    }
    return placed;
  }

  Optional<DeviceRefusal> refusal(Pod pod) {
    return Optional.ofNullable(refusals.get(pod));
  }

  SortedSet<String> drivers(int candidate) {
    return ledger.drivers(candidate);
  }

  /// A test begins: it may do a fixed amount of work, however it is divided over domains and types.
  void begin() {
    work = new Work(Work.MAX_STEPS);
  }

  @Nullable Found onNode(NodeSlot slot, int index, List<ClaimUse> claims) {
    begin();
    Wanted wanted = ledger.wanted(claims, index);
    Grant grant =
        wanted == null
            ? null
            : wanted.within(
                new NodeSite(slot),
                site ->
                    ledger
                        .search(wanted, devices.nodes.get(index), index, site, work)
                        .orElse(null));
    return grant == null || wanted == null
        ? missed()
        : new Found(State.IMPOSSIBLE, new long[0], wanted, List.of(grant));
  }

  /// Prunes `rows` of a draft or new node to those whose devices suffice.
  ///
  /// @param candidate the draft, or -1 for a new node
  @Nullable Found onRows(
      StateSpace space,
      int template,
      State state,
      long[] rows,
      List<ClaimUse> claims,
      int candidate) {
    Wanted wanted = ledger.wanted(claims, candidate);
    if (wanted == null) return missed();
    var start = new DraftSite(space, state, rows, Bits.none(rows.length << 6));
    Found found =
        wanted.within(start, site -> onBoards((DraftSite) site, template, wanted, candidate));
    return found == null ? missed() : found;
  }

  private @Nullable Found missed() {
    missed = true;
    gaveUp |= work.isSpent();
    return null;
  }

  /// Types that bring the same devices get the same answer. What the devices of a cheaper type
  /// demand of the node binds the dearer ones, which in turn may take nothing from the cheaper.
  private @Nullable Found onBoards(DraftSite site, int template, Wanted wanted, int candidate) {
    State state = site.state;
    long[] rows = and(site.rows, state.rows);
    if (wanted.toFind().isEmpty()) {
      return Bits.isEmpty(rows) ? null : new Found(state, rows, wanted, List.of());
    }
    long[] kept = Bits.none(rows.length << 6);
    List<Grant> grants = new ArrayList<>();
    for (var group : byCheapestRow(devices.templates.get(template), rows)) {
      long[] here = and(group.rows(), state.rows);
      if (Bits.isEmpty(here)) continue;
      var grant =
          ledger.search(
              wanted, group.board(), candidate, new DraftSite(site.space, state, here, kept), work);
      if (grant.isEmpty()) continue;
      state = ((DraftSite) grant.get().site()).state;
      Bits.or(kept, and(here, state.rows));
      grants.add(grant.get());
    }
    return grants.isEmpty() ? null : new Found(state, kept, wanted, grants);
  }

  private static List<BatchDevices.Rows> byCheapestRow(
      List<BatchDevices.Rows> groups, long[] among) {
    return groups.stream()
        .map(group -> new BatchDevices.Rows(group.board(), and(group.rows(), among)))
        .filter(group -> !Bits.isEmpty(group.rows()))
        .sorted(Comparator.comparingInt(group -> Bits.first(group.rows())))
        .toList();
  }

  private static long[] and(long[] one, long[] other) {
    long[] both = one.clone();
    Bits.and(both, other);
    return both;
  }

  void commit(int candidate, Found found) {
    if (ledger.commit(candidate, found.wanted(), found.grants())) reopen();
  }

  /// Gives back what was kept for rows the draft has lost.
  void keep(Draft draft) {
    Set<TemplateBoard> boards = Collections.newSetFromMap(new IdentityHashMap<>());
    for (var group : devices.templates.get(draft.template)) {
      if (!Bits.isEmpty(and(group.rows(), draft.rows))) boards.add(group.board());
    }
    if (ledger.keep(draft.index, boards)) reopen();
  }

  /// Leaves the rows for which the draft has what its pods claim.
  void restrict(Draft draft, long[] rows) {
    for (var group : devices.templates.get(draft.template)) {
      if (ledger.provides(draft.index, group.board())) continue;
      for (int row = Bits.first(group.rows()); row >= 0; row = Bits.next(group.rows(), row + 1)) {
        Bits.clear(rows, row);
      }
    }
  }

  /// Candidates run out of devices for good, with two exceptions: another draft gives some back, or
  /// a shared claim has got its devices and can be used where they could not be found. Then what
  /// asks with claims have learnt is forgotten.
  private void reopen() {
    for (Ask ask : batch.askList) {
      if (ask.devices == null) continue;
      Arrays.fill(ask.open, -1L);
      Arrays.fill(ask.free, -1L);
    }
  }

  private record NodeSite(NodeSlot slot) implements Site {
    @Override
    public @Nullable Site narrowed(Requirements demanded) {
      return slot.labels.guarantees(demanded) ? this : null;
    }

    @Override
    public String nodeName() {
      return slot.node.name();
    }
  }

  /// What a draft may still be while devices are looked for.
  private final class DraftSite implements Site {
    final StateSpace space;
    final State state;

    /// One of these must be left, and all of those.
    final long[] rows;

    final long[] kept;

    DraftSite(StateSpace space, State state, long[] rows, long[] kept) {
      this.space = space;
      this.state = state;
      this.rows = rows;
      this.kept = kept;
    }

    @Override
    public @Nullable Site narrowed(Requirements demanded) {
      State reached = space.step(state, batch.demands.of(demanded));
      if (reached == state) return this;
      if (reached == State.IMPOSSIBLE || Bits.isEmpty(and(rows, reached.rows))) return null;
      for (int row = Bits.first(kept); row >= 0; row = Bits.next(kept, row + 1)) {
        if (!Bits.get(reached.rows, row) || reached.price[row] != state.price[row]) return null;
      }
      return new DraftSite(space, reached, rows, kept);
    }

    @Override
    public String nodeName() {
      return "";
    }
  }
}
