package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PodFacts;

/// What a drain waits for, once it has lasted: the first pod in its way and what keeps that pod.
///
/// A drain that goes well is over before anybody could read it, so nothing is said at first; and
/// the sentence changes only when its subject does, because each change is a write.
public final class DrainWait {
  static final Duration UNSAID = Duration.ofSeconds(30);

  private DrainWait() {}

  /// @param claim whose condition remembers when the drain began
  public static Optional<String> sentence(
      DrainPlan plan, ClaimFacts claim, PodBudgets budgets, Instant now) {
    var began =
        claim
            .conditions()
            .find(ClaimFacts.DRAINED)
            .filter(condition -> condition.reason().equals(DrainProgress.DRAINING))
            .map(Condition::since);
    if (began.isEmpty() || now.isBefore(began.get().plus(UNSAID))) {
      return Optional.empty();
    }
    for (var pod : plan.toEvict()) {
      var why = held(pod, budgets, now);
      if (why.isPresent()) {
        return Optional.of(sentence(pod, why.get(), began.get()));
      }
    }
    for (var pod : plan.waiting()) {
      if (pod.isTerminating()) {
        return Optional.of(
            sentence(pod, "it has not stopped yet", pod.deleted().orElse(began.get())));
      }
    }
    return plan.toEvict().stream()
        .findFirst()
        .map(pod -> sentence(pod, "its eviction is under way", began.get()));
  }

  private static Optional<String> held(PodFacts pod, PodBudgets budgets, Instant now) {
    if (PodPredicates.isProtected(pod, now)) {
      return Optional.of("it carries karpenter.sh/do-not-disrupt");
    }
    return budgets
        .blocking(pod, now)
        .map(
            block ->
                switch (block) {
                  case PodBudgets.Block.Spent(var budget) ->
                      "PodDisruptionBudget %s does not allow its eviction".formatted(budget);
                  case PodBudgets.Block.SeveralBudgets(var names) ->
                      "several PodDisruptionBudgets cover it (%s), which the eviction API refuses"
                          .formatted(String.join(", ", names));
                });
  }

  private static String sentence(PodFacts pod, String why, Instant since) {
    return "Waiting for pod %s because %s, since %s".formatted(pod.fullName(), why, since);
  }
}
