package karpenter.core.disruption;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;

/// Which drifted node goes first (spec 02 §2.12): those whose pods need no place, then the one that
/// drifted first.
public final class DriftOrder {
  private static final Comparator<Candidate> ORDER =
      Comparator.comparing((Candidate c) -> !c.reschedulable().isEmpty())
          .thenComparing(DriftOrder::since)
          .thenComparing(Candidate::name);

  private DriftOrder() {}

  public static List<Candidate> sort(List<Candidate> drifted) {
    return drifted.stream().sorted(ORDER).toList();
  }

  private static Instant since(Candidate candidate) {
    return candidate
        .claim()
        .conditions()
        .find(ClaimFacts.DRIFTED)
        .map(Condition::since)
        .orElse(Instant.EPOCH);
  }
}
