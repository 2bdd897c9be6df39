package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.disruption.Allowances;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Balanced;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.MultiNodeSearch;
import karpenter.core.disruption.Plan;
import karpenter.core.disruption.Recollection;
import karpenter.core.disruption.Search;
import karpenter.core.disruption.SingleNodeSearch;
import karpenter.core.disruption.Surroundings;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.disruption.WhatIfs;
import karpenter.core.disruption.Worth;

/// Looks for the move that saves most: what every node alone would bring, then which nodes
/// together. What it has found is where the next look goes on from. One thread uses it.
public final class Consolidator {
  /// So long after a search went on from another, sets are looked for everywhere.
  static final Duration CATCH_UP = Duration.ofMinutes(1);

  /// Tells how long searches take; no search ends by it.
  private final InstantSource clock;

  private final boolean spotToSpot;
  private final Recollection recollection;
  private Optional<Instant> behindSince = Optional.empty();
  private long looks;

  public Consolidator(InstantSource clock, boolean spotToSpot) {
    this(clock, spotToSpot, MultiNodeSearch.MAX_NODES);
  }

  /// @param maxNodes that may go with one command
  public Consolidator(InstantSource clock, boolean spotToSpot, int maxNodes) {
    this.clock = clock;
    this.spotToSpot = spotToSpot;
    this.recollection = new Recollection(maxNodes);
  }

  /// What a look is about.
  ///
  /// @param nodes all of them
  /// @param eligible nothing stands in their way but perhaps a budget
  public record Scene(
      WhatIfs whatIfs,
      Surroundings around,
      List<Assessment> nodes,
      List<Candidate> eligible,
      Allowances allowances,
      Worth worth) {}

  /// @param weighed what single nodes would bring, by claim name
  /// @param best empty: nothing is worth doing
  /// @param judged what is told of the search for sets
  /// @param balanced by which moves of some pools are scored
  /// @param leftOut whether the limit of work left out single nodes
  /// @param setsCut whether the limit of work ended the search for sets
  public record Found(
      Map<String, Weighed> weighed,
      Optional<Plan> best,
      Optional<MultiNodeSearch.Judged> judged,
      Balanced balanced,
      boolean leftOut,
      boolean setsCut,
      Duration ofSingles,
      Duration ofSets) {}

  public Found look(Scene scene) {
    var balanced = Balanced.of(scene.nodes());
    var weigher =
        recollection.weigher(
            scene.whatIfs(), scene.around().types(), spotToSpot, balanced, scene.worth());
    var began = clock.instant();
    var single = new SingleNodeSearch(weigher, scene.allowances(), scene.eligible(), looks++);
    finish(single);
    var beganSets = clock.instant();
    var now = scene.around().now();
    var sets =
        recollection.search(
            weigher, scene.allowances(), scene.eligible(), single.moves(), isDue(now));
    finish(sets);
    recollection.keep(sets);
    boolean leftOut = single.reachedLimit();
    note(sets.isWhole(), leftOut, now);
    return new Found(
        single.found(),
        sets.or(single.best()),
        sets.judged(),
        balanced,
        leftOut,
        sets.reachedLimit(),
        Duration.between(began, beganSets),
        Duration.between(beganSets, clock.instant()));
  }

  private boolean isDue(Instant now) {
    // A clock that was set back is no reason to wait for as long.
    return behindSince
        .filter(since -> !now.isBefore(since.plus(CATCH_UP)) || now.isBefore(since))
        .isPresent();
  }

  private void note(boolean everywhere, boolean leftOut, Instant now) {
    behindSince =
        everywhere
            ? Optional.of(now).filter(_ -> leftOut)
            : Optional.of(behindSince.filter(s -> !s.isAfter(now)).orElse(now));
  }

  /// When it should look again although nothing changes: a look that went on from the last may have
  /// missed what one that looks everywhere finds, and one that left nodes out has not seen them.
  Optional<Instant> next() {
    return behindSince.map(since -> since.plus(CATCH_UP));
  }

  private static void finish(Search search) {
    boolean isMore = true;
    while (isMore) {
      isMore = search.step();
    }
  }
}
