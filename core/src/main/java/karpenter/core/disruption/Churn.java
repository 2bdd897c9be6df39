package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;

/// What evictions cost against what a move saves.
///
/// A cluster that has just bought a node for pods may soon need the room that a move would take
/// away, and would then pay for the evictions and buy again. So a move is made only once the pools
/// of its nodes have bought none for as long as the move needs to earn its evictions. One that
/// saves much for each pod goes at once; one that saves little waits, and mostly its pods leave or
/// others come first. Moves that consolidation made are no purchases: nobody asked for more room.
///
/// Two kinds of moves are often undone, and wait longer: those that save mostly node costs, and
/// those of pods that could end up on nodes with devices ([DeviceRooms]).
///
/// All of it follows from Nodes, pods and NodeClaims, so a restart neither forgets nor begins anew.
public final class Churn {
  /// What evicting one ordinary pod costs, in dollars, where nobody says otherwise.
  public static final double DEFAULT_PRICE = 0.02;

  /// So many pods of a node count at most: on a node with more pods something happens all the time,
  /// and it would never go however dear it is.
  static final int MOST_PODS = 10;

  /// Nodes of pools with a shorter `consolidateAfter` do not wait: whoever wants nodes to go at
  /// once says so there.
  static final Duration LEAST_AFTER = Duration.ofMinutes(1);

  /// A move waits for so many times its pool's `consolidateAfter` at most.
  static final int MOST_AFTER = 12;

  /// Nor longer than this.
  static final Duration MOST = Duration.ofHours(1);

  /// But a move that saves mostly node costs, for so many times as long. Two nodes that become one
  /// of twice the size and price save little for each pod. The larger one is replaced by half of it
  /// when some of its pods have gone, which evicts all of them again. In simulated days an eviction
  /// that is left out by waiting longer costs about a cent of node costs.
  static final int NODE_COST_PATIENCE = 4;

  /// So many evictions more for each pod that could end up on a node with devices: it moves there
  /// and back, and keeps the node, which is dear, for minutes after its work is done.
  static final int MOVED_AGAIN = 3;

  private static final double HOUR = Duration.ofHours(1).toMillis();

  private Churn() {}

  /// When pods last made somebody buy a node of these; empty: never, as far as is known.
  public static Optional<Instant> bought(Collection<ClaimFacts> ofPool) {
    return ofPool.stream()
        .filter(claim -> !claim.meta().annotations().containsKey(Successor.CAME_BY))
        .map(claim -> claim.meta().created())
        .max(Instant::compareTo);
  }

  /// What keeps the plan from evicting pods yet. The score of the policy `Balanced` weighs
  /// evictions in its own way, so nodes of its pools count for nothing here; nor do those of pools
  /// that want nodes to go at once.
  ///
  /// @param price of one eviction from the node
  /// @param bought when pods last brought a node to the pool
  /// @param rooms on which evicted pods could end up; rarely needed
  public static Optional<MoveObstacle.NotEarned> shortcoming(
      Plan plan,
      ToDoubleFunction<Candidate> price,
      Function<String, Optional<Instant>> bought,
      Supplier<DeviceRooms> rooms,
      Instant now) {
    double cost = 0;
    double evictions = 0;
    int spilling = 0;
    var most = Duration.ZERO;
    Optional<Instant> since = Optional.empty();
    for (var candidate : plan.candidates()) {
      var pool = candidate.pool();
      if (pool.consolidationPolicy().equals(Consolidation.BALANCED) || isHasty(pool)) {
        continue;
      }
      double ofNode = candidate.reschedulingCost() - Costs.OF_A_NODE;
      evictions += ofNode;
      double each = price.applyAsDouble(candidate);
      var spillover =
          each > 0
              ? rooms.get().spillover(candidate, plan.candidates())
              : DeviceRooms.Spillover.NONE;
      spilling += spillover.pods();
      cost += (Math.min(ofNode, MOST_PODS) + MOVED_AGAIN * spillover.pods()) * each;
      most = longer(most, most(pool));
      since = later(since, bought.apply(pool.name()));
      for (var other : spillover.pools()) {
        since = later(since, bought.apply(other));
      }
    }
    if (cost <= 0 || since.isEmpty() || plan.saving() <= 0) {
      return Optional.empty();
    }
    if (savesMostlyNodeCosts(plan)) {
      most = most.multipliedBy(NODE_COST_PATIENCE);
    }
    double hours = cost / plan.saving();
    var needed = hours * HOUR < most.toMillis() ? Duration.ofMillis((long) (hours * HOUR)) : most;
    var until = since.get().plus(needed);
    return now.isBefore(until)
        ? Optional.of(
            new MoveObstacle.NotEarned(
                plan.saving(), evictions, spilling, cost, needed, since.get()))
        : Optional.empty();
  }

  private static boolean savesMostlyNodeCosts(Plan plan) {
    return plan.nodeCosts() > plan.saving() / 2;
  }

  private static boolean isHasty(PoolFacts pool) {
    return pool.consolidateAfter().orElse(Duration.ZERO).compareTo(LEAST_AFTER) < 0;
  }

  private static Duration most(PoolFacts pool) {
    var after = pool.consolidateAfter().orElse(Duration.ZERO);
    boolean isShort = after.compareTo(MOST.dividedBy(MOST_AFTER)) < 0;
    return isShort ? after.multipliedBy(MOST_AFTER) : MOST;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> other) {
    return one.isPresent() && other.filter(one.get()::isBefore).isEmpty() ? one : other;
  }
}
