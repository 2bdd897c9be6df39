package karpenter.core.disruption.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.control.Judgement.Threshold;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;

/// All controls of a cluster at one moment, and what they say.
///
/// Pauses, windows and rates hold together: every scope must consent. Of least savings, payback,
/// drift approval, the spot breaker and splitting the nearest counts: the node's before the pool's
/// before the cluster's. Expiration, repair, interruption and whatever a user deletes are not
/// voluntary, and nothing here holds them back.
public final class Controls {
  public static final Controls NONE =
      new Controls(
          ControlSet.none(Scope.cluster("")), new TreeMap<>(), new TreeMap<>(), Instant.EPOCH);

  private final ControlSet cluster;
  private final SortedMap<String, PoolControls> pools;
  private final SortedMap<String, ControlSet> nodes;
  private final Tally starts;
  private final Instant now;

  /// Asked of every node, and the same for all of a pool that have no control of their own. It only
  /// saves work; the loop that owns this object is the only one to ask.
  private final Map<String, Map<Method, Judgement>> ofPools = new TreeMap<>();

  /// @param pools by name, every one there is
  /// @param nodes by claim name, those that have any
  public Controls(
      ControlSet cluster,
      SortedMap<String, PoolControls> pools,
      SortedMap<String, ControlSet> nodes,
      Instant now) {
    this.cluster = cluster;
    this.pools = new TreeMap<>(pools);
    this.nodes = new TreeMap<>(nodes);
    this.now = now;
    this.starts = pools.values().stream().map(PoolControls::starts).reduce(Tally.NONE, Tally::and);
  }

  public Instant now() {
    return now;
  }

  /// Whether the node may be taken, and what taking it must bring.
  public Judgement judge(ClaimFacts claim, PoolFacts pool, Method method) {
    var controls = of(pool);
    var own = nodes.get(claim.name());
    var judgement =
        own == null
            ? ofPool(controls, method)
            : judgement(List.of(cluster, controls.set(), own), controls, method);
    var drift = driftHolds(claim, controls, method);
    return drift.isEmpty()
        ? judgement
        : judgement.and(new Judgement(drift, List.of(), judgement.maySplit()));
  }

  /// How many more nodes of the pool may be taken now, as far as rates are concerned; empty: any
  /// number. The cluster's rate is shared by all pools: see [#left()].
  public OptionalInt left(PoolFacts pool) {
    var controls = of(pool);
    return least(left(), left(controls.set(), controls.starts()));
  }

  /// The same, and for drift no more than the present wave has left. A wave that has nothing left
  /// does not count here: it holds each node by itself, and not those that are rotated.
  public OptionalInt left(PoolFacts pool, Reason reason) {
    var wave = reason == Reason.DRIFTED ? waveLeft(pool) : OptionalInt.empty();
    return wave.equals(OptionalInt.of(0)) ? left(pool) : least(left(pool), wave);
  }

  /// How many more nodes may be taken now in the whole cluster.
  public OptionalInt left() {
    return left(cluster, starts);
  }

  /// An account of what is taken in one pass, so that several nodes together stay within rates and
  /// waves. Not safe for use by several threads at once.
  public Spending spending() {
    return new Spending(this);
  }

  /// No later than when the answer may change although nothing in the cluster does.
  public Optional<Instant> nextChange() {
    var first = ControlSet.earlier(cluster.nextChange(now), free(cluster, starts));
    for (var pool : pools.values()) {
      first = ControlSet.earlier(first, pool.set().nextChange(now));
      first = ControlSet.earlier(first, free(pool.set(), pool.starts()));
    }
    for (var node : nodes.values()) {
      first = ControlSet.earlier(first, node.nextChange(now));
    }
    return first;
  }

  public boolean isAnySet() {
    return !cluster.isEmpty()
        || pools.values().stream().anyMatch(pool -> !pool.set().isEmpty())
        || !nodes.isEmpty();
  }

  /// What could not be understood, the widest scope first.
  public List<String> problems() {
    return Stream.concat(
            Stream.concat(Stream.of(cluster), pools.values().stream().map(PoolControls::set)),
            nodes.values().stream())
        .flatMap(
            set -> set.problems().stream().map(problem -> set.scope().words() + ": " + problem))
        .toList();
  }

  /// Whether anything counts starts, so that they have to be remembered.
  public boolean countsStarts() {
    return cluster.rate().isPresent()
        || pools.values().stream().anyMatch(pool -> pool.set().rate().isPresent());
  }

  /// What holds for the drift of the pool, where anything does.
  public Optional<DriftPolicy> drift(PoolFacts pool) {
    return of(pool).set().drift().or(cluster::drift);
  }

  /// Whether the claim's node shall be replaced at somebody's request.
  public Optional<Rotation> rotation(ClaimFacts claim, PoolFacts pool) {
    var own = nodes.get(claim.name());
    return Stream.of(
            Optional.ofNullable(own).flatMap(ControlSet::rotation),
            of(pool).set().rotation(),
            cluster.rotation())
        .flatMap(Optional::stream)
        .filter(rotation -> rotation.wants(claim.meta().created(), now))
        .findFirst();
  }

  /// What evicting a pod of the node costs, in dollars; empty where nobody says so.
  public OptionalDouble evictionPrice(ClaimFacts claim, PoolFacts pool) {
    var own = nodes.get(claim.name());
    if (own != null && own.evictionPrice().isPresent()) {
      return own.evictionPrice();
    }
    var ofPool = of(pool).set().evictionPrice();
    return ofPool.isPresent() ? ofPool : cluster.evictionPrice();
  }

  public PoolControls of(PoolFacts pool) {
    return pools.getOrDefault(pool.name(), PoolControls.none(pool));
  }

  private Judgement ofPool(PoolControls controls, Method method) {
    return ofPools
        .computeIfAbsent(controls.pool().name(), _ -> new EnumMap<>(Method.class))
        .computeIfAbsent(
            method, _ -> judgement(List.of(cluster, controls.set()), controls, method));
  }

  /// @param scopes from the widest to the nearest
  private Judgement judgement(List<ControlSet> scopes, PoolControls pool, Method method) {
    var obstacles = new ArrayList<Obstacle>();
    for (var set : scopes) {
      hold(set, obstacles);
    }
    rateSpent(cluster, starts).ifPresent(obstacles::add);
    rateSpent(pool.set(), pool.starts()).ifPresent(obstacles::add);
    var nearest = scopes.reversed();
    var thresholds = method.isConsolidation() ? thresholds(nearest) : List.<Threshold>of();
    boolean maySplit =
        nearest.stream().flatMap(set -> set.splits().stream()).findFirst().orElse(false);
    return obstacles.isEmpty() && thresholds.isEmpty() && !maySplit
        ? Judgement.FREE
        : new Judgement(obstacles, thresholds, maySplit);
  }

  private void hold(ControlSet set, List<Obstacle> obstacles) {
    if (!set.problems().isEmpty()) {
      obstacles.add(Holds.invalid(set.scope(), set.problems().getFirst()));
    }
    set.pause()
        .filter(pause -> pause.holds(now))
        .ifPresent(pause -> obstacles.add(Holds.paused(set.scope(), pause)));
    set.deny().stream()
        .filter(window -> window.isOpen(now))
        .findFirst()
        .ifPresent(window -> obstacles.add(Holds.denied(set.scope(), window)));
    if (!set.allow().isEmpty() && set.allow().stream().noneMatch(window -> window.isOpen(now))) {
      obstacles.add(Holds.notAllowed(set.scope()));
    }
  }

  private Optional<Obstacle> rateSpent(ControlSet set, Tally tally) {
    return set.rate()
        .filter(rate -> rate.left(tally, now) == 0)
        .map(rate -> Holds.rateSpent(set.scope(), rate, rate.freeAt(tally, now)));
  }

  private static List<Threshold> thresholds(List<ControlSet> nearestFirst) {
    var found = new ArrayList<Threshold>();
    nearestFirst.stream()
        .filter(set -> set.minimumSaving().isPresent())
        .findFirst()
        .ifPresent(
            set ->
                found.add(
                    new Threshold.LeastSaving(set.scope(), set.minimumSaving().orElseThrow())));
    nearestFirst.stream()
        .filter(set -> set.payback().isPresent())
        .findFirst()
        .ifPresent(
            set -> found.add(new Threshold.PaysBack(set.scope(), set.payback().orElseThrow())));
    return found;
  }

  private List<Obstacle> driftHolds(ClaimFacts claim, PoolControls pool, Method method) {
    if (method.reason() != Reason.DRIFTED || isRotated(claim)) {
      return List.of();
    }
    return drift(pool.pool()).flatMap(policy -> driftHold(policy, pool)).stream().toList();
  }

  private static Optional<Obstacle> driftHold(DriftPolicy policy, PoolControls controls) {
    var pool = controls.pool();
    return switch (policy) {
      case DriftPolicy.Observe() ->
          Optional.of(Holds.unapproved(pool.name(), DriftPolicy.version(pool)));
      case DriftPolicy.Approved approved -> {
        if (!approved.version().equals(DriftPolicy.version(pool))) {
          yield Optional.of(Holds.unapproved(pool.name(), DriftPolicy.version(pool)));
        }
        var progress = controls.progress().filter(p -> p.isOf(approved));
        if (progress.isEmpty()) {
          yield Optional.of(Holds.waveNotBegun(pool.name()));
        }
        if (progress.get().halted().isPresent()) {
          yield Optional.of(Holds.halted(pool.name(), progress.get().halted().get()));
        }
        yield progress.get().left(approved).equals(OptionalInt.of(0))
            ? Optional.of(Holds.waveTaken(pool.name(), approved, progress.get()))
            : Optional.empty();
      }
    };
  }

  /// How many nodes of the pool may still be taken for drift in the present wave.
  OptionalInt waveLeft(PoolFacts pool) {
    if (!(drift(pool).orElse(null) instanceof DriftPolicy.Approved approved)) {
      return OptionalInt.empty();
    }
    return of(pool)
        .progress()
        .filter(p -> p.isOf(approved))
        .map(p -> p.left(approved))
        .orElse(OptionalInt.of(0));
  }

  /// Somebody asked for this node by name or pool, so that nobody else has to approve of it.
  public static boolean isRotated(ClaimFacts claim) {
    return claim
        .conditions()
        .find(ClaimFacts.DRIFTED)
        .map(Condition::reason)
        .filter(Rotation.REASON::equals)
        .isPresent();
  }

  private OptionalInt left(ControlSet set, Tally tally) {
    return set.rate().isPresent()
        ? OptionalInt.of(set.rate().get().left(tally, now))
        : OptionalInt.empty();
  }

  private Optional<Instant> free(ControlSet set, Tally tally) {
    return set.rate().flatMap(rate -> rate.freeAt(tally, now)).filter(at -> at.isAfter(now));
  }

  static OptionalInt least(OptionalInt one, OptionalInt other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return OptionalInt.of(Math.min(one.getAsInt(), other.getAsInt()));
  }
}
