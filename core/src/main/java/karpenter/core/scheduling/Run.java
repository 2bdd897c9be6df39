package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.core.pod.Pod;
import org.jspecify.annotations.Nullable;

/// Places the pods of a batch one after the other (docs/scheduling.md). Mutable, used once.
final class Run {
  final Batch batch;
  final List<Draft> drafts = new ArrayList<>();
  final List<Pod> order = new ArrayList<>();
  final List<Pod> bindOrder = new ArrayList<>();
  final Set<Pod> deferredPods = new HashSet<>();
  final Limits[] limits;
  boolean limitsBound;

  /// Whether the pools were asked for a new node, whatever came of it.
  boolean soughtNew;

  /// Whether a pod got a node of its own only because that was cheaper.
  boolean openedToSave;

  /// Existing nodes a pod was found to fit while wishes were weighed, whether or not it went there.
  long[] weighed = {};

  final Reservations reservations;

  /// Null where no pod claims devices.
  final @Nullable DeviceTrials devices;

  /// How many questions journals of this run have begun.
  int questions;

  /// Notes how to take back what is done, where questions are asked of a run; else null.
  @Nullable Journal journal;

  private final Search search;
  private final Bookkeeping bookkeeping;

  /// When a pod gets a node of its own although a draft would take it.
  enum Opening {
    /// When that is cheaper at this moment.
    IF_CHEAPER,
    /// Never: what costs more now may be shared later.
    IF_NEEDED
  }

  /// Changes only between questions (see [Journal]).
  Opening opening;

  Run(Batch batch, Opening opening) {
    this.batch = batch;
    this.opening = opening;
    this.reservations =
        new Reservations(
            batch.problem.pools(), batch.options.reservationLabel(), batch.catalogue.wellKnown);
    this.devices = batch.devices == null ? null : new DeviceTrials(batch, batch.devices);
    this.limits =
        batch.catalogue.templates.stream()
            .map(
                template ->
                    new Limits(
                        template, batch.catalogue.resources, batch.nodesOf(template.pool.name())))
            .toArray(Limits[]::new);
    this.search = new Search(this, new Trials(batch, reservations, devices));
    this.bookkeeping = new Bookkeeping(this, search);
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
    for (Draft draft : limited) {
      if (journal != null) journal.touch(draft);
      keep(draft, draft.rows);
    }
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

  boolean place(Pod pod) {
    PodClass podClass = batch.classOf(pod);
    if (!deferredPods.isEmpty()) deferredPods.remove(pod);
    if (devices == null) return place(pod, podClass);
    return devices.admits(pod, podClass) && devices.noting(pod, () -> place(pod, podClass));
  }

  private boolean place(Pod pod, PodClass podClass) {
    if (batch.options.preferences() instanceof PreferencePolicy.Weigh(var fraction)) {
      return placeWeighing(pod, podClass, fraction);
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (search.find(profile)) {
        bookkeeping.commit(pod, podClass, profile);
        return true;
      }
      if (search.isDeferred()) {
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
      if (!search.find(podClass.profile(index, batch.profiles))) continue;
      least = search.choice().rise();
      noteWeighed();
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (!search.find(profile)) {
        if (!search.isDeferred()) continue;
        deferredPods.add(pod);
        return false;
      }
      var found = search.choice();
      noteWeighed();
      boolean worthIt =
          Double.isNaN(least)
              || found.rise() - least <= fraction * found.priceAfter() + Search.SAME_PRICE;
      if (worthIt) {
        bookkeeping.commit(pod, podClass, profile);
        return true;
      }
    }
    return false;
  }

  private void noteWeighed() {
    int candidate = search.choice().candidate();
    if (candidate < 0 || candidate >= batch.nodes.size()) return;
    if (weighed.length == 0) weighed = Bits.none(batch.nodes.size());
    Bits.set(weighed, candidate);
  }

  /// Pods go to none of these candidates from now on.
  void bar(long[] candidates) {
    search.bar(candidates);
  }

  List<Draft> draftsOf(int template) {
    return drafts.stream().filter(draft -> draft.template == template).toList();
  }

  void bind(Pod pod) {
    bindOrder.add(pod);
  }

  void bind(Draft draft) {
    bindOrder.addAll(draft.undecided);
    draft.undecided.clear();
  }

  /// The placed pods, each after those its constraints were tested against: pods on a draft whose
  /// zone came later are bound when it came.
  List<Pod> bindOrder() {
    for (Draft draft : drafts) bind(draft);
    return bindOrder;
  }
}
