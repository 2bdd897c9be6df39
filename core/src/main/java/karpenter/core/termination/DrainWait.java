package karpenter.core.termination;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.PodFacts;

/// What holds a drain up that somebody may have to do something about. A pod that was asked to go,
/// or has some of its grace left, is none: it goes by itself.
public sealed interface DrainWait {
  /// By namespace and name.
  String pod();

  /// Its code in metrics; never changes.
  String kind();

  /// As half a sentence, without a full stop: "pod default/web-0, because …".
  String sentence();

  record Budget(String pod, String budget) implements DrainWait {
    @Override
    public String kind() {
      return "pod-disruption-budget";
    }

    @Override
    public String sentence() {
      return "pod %s, because PodDisruptionBudget %s allows no eviction".formatted(pod, budget);
    }
  }

  /// The Eviction API refuses such pods.
  record SeveralBudgets(String pod, List<String> budgets) implements DrainWait {
    @Override
    public String kind() {
      return "several-pod-disruption-budgets";
    }

    @Override
    public String sentence() {
      return "pod %s, because the PodDisruptionBudgets %s cover it, and only one may"
          .formatted(pod, String.join(" and ", budgets));
    }
  }

  /// @param until empty: for ever, or until it has started
  record Protected(String pod, Optional<Instant> until) implements DrainWait {
    @Override
    public String kind() {
      return "do-not-disrupt";
    }

    @Override
    public String sentence() {
      return "pod %s, because it carries karpenter.sh/do-not-disrupt%s"
          .formatted(pod, until.map(end -> ", which ends at " + end).orElse(""));
    }
  }

  /// Its grace is over, and it is still there: its kubelet is silent, or a finalizer holds it.
  record Lingering(String pod, Instant graceEnded) implements DrainWait {
    @Override
    public String kind() {
      return "still-stopping";
    }

    @Override
    public String sentence() {
      return "pod %s, because it is still there although its grace ended at %s"
          .formatted(pod, graceEnded);
    }
  }

  /// All that hold the drain up, in the order of the pods' names. Pods whose tier has not come are
  /// not looked at.
  static List<DrainWait> of(DrainPlan plan, PodBudgets budgets, Instant now) {
    var asked = new HashSet<String>();
    plan.toEvict().forEach(pod -> asked.add(pod.uid()));
    var waits = new ArrayList<DrainWait>();
    for (var pod : plan.waiting()) {
      if (pod.isTerminating()) {
        pod.deleted()
            .filter(now::isAfter)
            .ifPresent(end -> waits.add(new Lingering(pod.fullName(), end)));
      } else if (asked.contains(pod.uid())) {
        of(pod, budgets, now).ifPresent(waits::add);
      }
    }
    return waits;
  }

  private static Optional<DrainWait> of(PodFacts pod, PodBudgets budgets, Instant now) {
    var name = pod.fullName();
    var protection = Protection.of(pod, now);
    if (protection.isActive()) {
      var until =
          protection instanceof Protection.Until(var end)
              ? Optional.of(end)
              : Optional.<Instant>empty();
      return Optional.of(new Protected(name, until));
    }
    return budgets
        .blocking(pod, now)
        .map(
            block ->
                switch (block) {
                  case PodBudgets.Block.Spent(var budget) -> new Budget(name, budget);
                  case PodBudgets.Block.SeveralBudgets(var all) -> new SeveralBudgets(name, all);
                });
  }
}
