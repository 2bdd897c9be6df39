package karpenter.core.bound;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// How little plans must cost that serve the pods as well as the one at hand, and how little any
/// valid plan must.
///
/// @param kept what plans of the second kind may give up: `preferences`, `NodePool weights`; empty
///   where the bounds are the same
public record LowerBounds(Bound atEqualService, Bound absolute, List<String> kept) {
  public LowerBounds {
    kept = List.copyOf(kept);
  }

  public static LowerBounds of(SchedulingProblem problem, Placement plan) {
    return of(problem, plan, LowerBound::ofWholePods);
  }

  /// What requests and slots alone prove: less, in a fraction of the time. For the controller.
  public static LowerBounds quick(SchedulingProblem problem, Placement plan) {
    return of(problem, plan, LowerBound::ofRequests);
  }

  private static LowerBounds of(
      SchedulingProblem problem, Placement plan, Function<LowerBound, Bound> proof) {
    if (LowerBound.isFree(plan)) return same(Bound.nothing(plan));
    var absolute = proof.apply(LowerBound.absolute(problem, plan));
    var service = EqualService.of(problem, plan);
    if (service.isNothing()) return same(absolute);
    var equal = proof.apply(LowerBound.atEqualService(problem, service));
    // What holds for all placements holds for these.
    if (!(equal.value() > absolute.value())) return same(absolute);
    return new LowerBounds(equal.granting(service.granted()), absolute, service.kept());
  }

  private static LowerBounds same(Bound bound) {
    return new LowerBounds(bound, bound, List.of());
  }

  public boolean areSame() {
    return kept.isEmpty();
  }

  /// How far the plan may be from the cheapest one.
  public String gapSentence() {
    return areSame() ? absolute.gap().sentence() : atEqualService.gap().sentenceForEqualService();
  }

  /// `plans that may give up preferences that this one keeps need at least $0.69/h`; nothing where
  /// the bounds are the same.
  public Optional<String> absoluteSentence() {
    if (areSame()) return Optional.empty();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "plans that may give up %s that this one keeps need at least $%.2f/h",
            String.join(" and ", kept),
            absolute.value()));
  }
}
