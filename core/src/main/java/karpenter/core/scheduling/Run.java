package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.NodePlanner.Remnants;
import karpenter.core.scheduling.PodOrder.Priority;
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

  /// The templates whose limits left no room for some pod.
  final long[] full;

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

  final Search search;
  private final Bookkeeping bookkeeping;

  /// The pods nodes are planned for; null where none are planned.
  private @Nullable Backlog backlog;

  private @Nullable NodeFiller filler;

  /// Null where a packing may cost whatever it costs.
  private @Nullable Spending spending;

  private int mostPods = Integer.MAX_VALUE;

  /// When a pod gets a node of its own although a draft would take it.
  enum Opening {
    /// When that is cheaper at this moment.
    IF_CHEAPER,
    /// Never: what costs more now may be shared later.
    IF_NEEDED,
    /// When its share of a node planned for it and those that wait is cheaper; the node is filled
    /// at once.
    PLANNED
  }

  /// Changes only between questions (see [Journal]).
  Opening opening;

  Run(Batch batch, Opening opening) {
    this.batch = batch;
    this.opening = opening;
    this.full = Bits.none(Math.max(1, batch.spaces.length));
    this.reservations =
        new Reservations(
            batch.reserved, batch.options.reservationLabel(), batch.catalogue.wellKnown);
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
      for (Pod pod : waiting) {
        if (backlog != null && backlog.isPlaced(pod)) continue;
        if (!place(pod)) left.add(pod);
        if (isHopeless()) return waiting;
      }
      if (left.size() == waiting.size()) break;
      waiting = left;
    }
    if (backlog == null) return waiting;
    // Some may have come to a node that was opened for another after they had found no place.
    Backlog known = backlog;
    return waiting.stream().filter(pod -> !known.isPlaced(pod)).toList();
  }

  /// Gives up once the packing can no longer cost as little as this.
  void spendAtMost(Spending limit) {
    spending = limit;
  }

  /// Whether it was given up: then what it has placed is of no use.
  boolean isHopeless() {
    return spending != null && spending.isHopeless();
  }

  /// As [#place(List)], with new nodes planned for all of `pods`. Those that fit existing nodes go
  /// there first: room that is paid for is filled before any is bought.
  List<Pod> placePlanning(List<Pod> pods, Priority priority, Remnants remnants) {
    var known = new Backlog(batch, pods, priority, full);
    var planner = new NodePlanner(batch, known, remnants);
    backlog = known;
    filler = new NodeFiller(batch, known, planner, this::seat);
    search.planWith(planner);
    if (!batch.nodes.isEmpty()) for (Pod pod : pods) seatOnNode(pod, known);
    return place(pods);
  }

  private void seatOnNode(Pod pod, Backlog waiting) {
    PodClass podClass = batch.classOf(pod);
    var known = waiting.of(podClass);
    if (known == null) return;
    for (int index = 0; index <= known.profileIndex; index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (isStopped() || !search.findExisting(profile)) continue;
      commit(pod, podClass, profile);
      return;
    }
  }

  private boolean seat(Draft draft, Pod pod, Backlog.Waiting waiting, double most) {
    if (isStopped() || !search.findOn(draft, waiting.profile, most)) return false;
    commit(pod, waiting.podClass, waiting.profile);
    return true;
  }

  /// Carries out what the search found.
  void commit(Pod pod, PodClass podClass, Profile profile) {
    var chosen = search.choice();
    var plan = search.plan();
    if (spending != null) spending.placed(podClass, chosen);
    bookkeeping.commit(pod, podClass, profile);
    if (backlog == null) return;
    backlog.placed(pod, podClass);
    var waiting = backlog.of(podClass);
    if (chosen.template() < 0 || plan == null || filler == null || waiting == null) return;
    Draft draft = drafts.getLast();
    filler.fill(draft, plan, waiting.alike.tier);
    giveBackRoom(draft);
  }

  /// A node that is full keeps no types for pods to come, so that its pool's limits leave room for
  /// others.
  void giveBackRoom(Draft draft) {
    if (limits[draft.template].isUnlimited() || draft.space.template.hasReserved) return;
    limits[draft.template].squeeze(draft, reservations);
    if (devices != null) devices.keep(draft);
  }

  /// Where the pool has limits, leaves the draft only types with these names.
  void keepTypes(Draft draft, Set<String> names) {
    if (limits[draft.template].isUnlimited() || draft.space.template.hasReserved) return;
    var rows = draft.space.template.rows;
    for (int row = Bits.first(draft.rows); row >= 0; row = Bits.next(draft.rows, row + 1)) {
      if (!names.contains(rows.get(row).type().name())) Bits.clear(draft.rows, row);
    }
    draft.price = draft.state.cheapest(draft.rows);
    limits[draft.template].recharge(draft);
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
    if (!deferredPods.isEmpty()) deferredPods.remove(pod);
    if (devices == null) return !isStopped() && place(pod, batch.classOf(pod));
    return noting(pod, podClass -> place(pod, podClass));
  }

  /// Nobody is placed any more once so many pods are.
  void stopAfter(int pods) {
    mostPods = pods;
  }

  boolean isStopped() {
    return order.size() >= mostPods;
  }

  /// Asks for a place with what the pod claims of devices in view.
  boolean noting(Pod pod, Predicate<PodClass> placing) {
    if (isStopped()) return false;
    PodClass podClass = batch.classOf(pod);
    if (devices == null) return placing.test(podClass);
    return devices.admits(pod, podClass) && devices.noting(pod, () -> placing.test(podClass));
  }

  private boolean place(Pod pod, PodClass podClass) {
    if (batch.options.preferences() instanceof PreferencePolicy.Weigh(var fraction)) {
      return placeWeighing(pod, podClass, fraction);
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (search.find(podClass, profile)) {
        commit(pod, podClass, profile);
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
      if (!search.find(podClass, podClass.profile(index, batch.profiles))) continue;
      least = search.choice().rise();
      noteWeighed();
    }
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (!search.find(podClass, profile)) {
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
        commit(pod, podClass, profile);
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
