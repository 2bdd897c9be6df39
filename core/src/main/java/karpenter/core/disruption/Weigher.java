package karpenter.core.disruption;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeSet;
import karpenter.core.scheduling.Placement;

/// Asks what would come of taking nodes, and whether that is worth it. One such object speaks of
/// one moment of the cluster.
///
/// @param worth what a move must bring
/// @param findings what was found of single nodes before
public record Weigher(
    WhatIfs whatIfs,
    Consolidation consolidation,
    Balanced balanced,
    Worth worth,
    Findings findings) {

  public Weigher(WhatIfs whatIfs, Consolidation consolidation, Balanced balanced, Worth worth) {
    this(whatIfs, consolidation, balanced, worth, new Findings());
  }

  /// @param evictionPrice what the eviction of one ordinary pod must bring, in money an hour
  public Weigher(
      WhatIfs whatIfs, Consolidation consolidation, Balanced balanced, double evictionPrice) {
    this(whatIfs, consolidation, balanced, Worth.ofEvictions(evictionPrice));
  }

  /// What was found out about a set of nodes.
  public sealed interface Weighed {
    /// Worth doing.
    record Good(Plan plan, SortedMap<String, Balanced.Score> scores) implements Weighed {}

    /// Not to be done; `plan` where it could be done all the same.
    record Bad(Obstacle why, Optional<Plan> plan, SortedMap<String, Balanced.Score> scores)
        implements Weighed {}
  }

  public Weighed weigh(Method method, List<Candidate> candidates) {
    var names = new TreeSet<String>();
    candidates.forEach(candidate -> names.add(candidate.name()));
    var placement = whatIfs.without(names, true);
    var finding =
        candidates.size() == 1
            ? alone(candidates.getFirst(), placement)
            : consolidation.withoutSameType(candidates, find(candidates, placement));
    return switch (finding) {
      case Finding.Nothing(var why) ->
          new Weighed.Bad(why, Optional.empty(), Collections.emptySortedMap());
      case Finding.Delete delete -> judged(plan(method, candidates, delete, delete.saving()));
      case Finding.Replace replace -> judged(plan(method, candidates, replace, replace.saving()));
      case Finding.Split split -> judged(plan(method, candidates, split, split.saving()));
    };
  }

  private Finding find(List<Candidate> candidates, Placement placement) {
    return consolidation.find(candidates, placement, whatIfs.hopeless());
  }

  private Finding alone(Candidate candidate, Placement placement) {
    var one = findings.of(candidate, placement, () -> find(List.of(candidate), placement));
    return orSeveral(candidate, one);
  }

  /// One node is replaced by several where that may be and saves more. Where it may not be, and
  /// nothing else would do, what it would save is told.
  private Finding orSeveral(Candidate candidate, Finding one) {
    boolean maySplit = worth.maySplit(candidate) && !(one instanceof Finding.Delete);
    boolean needsSeveral = one instanceof Finding.Nothing(MoveObstacle.SeveralReplacements(var _));
    if (!maySplit && !needsSeveral) {
      return one;
    }
    var names = new TreeSet<>(List.of(candidate.name()));
    var several =
        consolidation.find(
            List.of(candidate), whatIfs.severalInsteadOf(names), whatIfs.hopeless(), true);
    if (!(several instanceof Finding.Split split)) {
      return one;
    }
    if (!maySplit) {
      return new Finding.Nothing(
          new MoveObstacle.SeveralReplacements(OptionalDouble.of(split.saving())));
    }
    return one instanceof Finding.Replace replace && replace.saving() >= split.saving()
        ? one
        : split;
  }

  private Plan plan(Method method, List<Candidate> candidates, Finding finding, double saving) {
    double value = saving;
    for (var candidate : candidates) {
      value -= worth.evictionPrice(candidate) * Plan.evictions(List.of(candidate));
    }
    return new Plan(method, candidates, finding, saving, value);
  }

  private Weighed judged(Plan plan) {
    var scores = balanced.scores(plan);
    for (var entry : scores.entrySet()) {
      if (!entry.getValue().isEnough()) {
        var why =
            new MoveObstacle.ScoreTooLow(
                entry.getKey(), entry.getValue().value(), Balanced.THRESHOLD);
        return new Weighed.Bad(why, Optional.of(plan), scores);
      }
    }
    return worth
        .shortcoming(plan)
        .<Weighed>map(why -> new Weighed.Bad(why, Optional.of(plan), scores))
        .orElseGet(() -> new Weighed.Good(plan, scores));
  }
}
