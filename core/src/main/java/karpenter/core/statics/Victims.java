package karpenter.core.statics;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.DisruptionCost;
import karpenter.core.termination.PodPredicates;

/// Which nodes of a static pool go when it has too many: those nobody would miss first.
public final class Victims {
  private Victims() {}

  /// Whom it would hurt, from least to most.
  private enum Rank {
    /// It has no machine yet.
    NOT_LAUNCHED,
    /// Nothing runs there that would have to run elsewhere.
    EMPTY,
    OCCUPIED,
    /// Somebody asked that a pod there be left alone.
    PROTECTED
  }

  private record Candidate(ClaimFacts claim, Rank rank, double cost) {}

  /// Among equals those created last, then by name.
  private static final Comparator<Candidate> LEAST_MISSED_FIRST =
      Comparator.comparing(Candidate::rank)
          .thenComparingDouble(Candidate::cost)
          .thenComparing(c -> c.claim().meta().created(), Comparator.reverseOrder())
          .thenComparing(c -> c.claim().name());

  /// @param claims the active ones
  /// @param podsOf the pods on a claim's node
  public static List<ClaimFacts> choose(
      List<ClaimFacts> claims,
      int count,
      Function<ClaimFacts, List<PodFacts>> podsOf,
      Instant now) {
    return claims.stream()
        .map(claim -> candidate(claim, podsOf.apply(claim), now))
        .sorted(LEAST_MISSED_FIRST)
        .limit(count)
        .map(Candidate::claim)
        .toList();
  }

  private static Candidate candidate(ClaimFacts claim, List<PodFacts> all, Instant now) {
    var pods = all.stream().filter(pod -> !pod.isTerminal()).toList();
    var rank = rank(claim, pods, now);
    boolean costs = rank == Rank.OCCUPIED || rank == Rank.PROTECTED;
    return new Candidate(claim, rank, costs ? DisruptionCost.of(claim, pods, now) : 0);
  }

  private static Rank rank(ClaimFacts claim, List<PodFacts> pods, Instant now) {
    if (claim.providerId().isEmpty()) {
      return Rank.NOT_LAUNCHED;
    }
    if (pods.stream().anyMatch(pod -> PodPredicates.isProtected(pod, now))) {
      return Rank.PROTECTED;
    }
    boolean isEmpty =
        pods.stream().allMatch(pod -> pod.isOwnedByDaemonSet() || pod.isOwnedByNode());
    return isEmpty ? Rank.EMPTY : Rank.OCCUPIED;
  }
}
