package karpenter.operator.metrics;

import java.time.Duration;
import java.util.Locale;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;

/// The label values of metrics about one claim (spec 02 §4.6).
public final class ClaimLabels {
  private ClaimLabels() {}

  /// Counts a claim that we deleted, other than by consolidation.
  ///
  /// @param reason such as `expired` or `unhealthy`
  public static void countDisrupted(Metrics metrics, ClaimFacts claim, String reason) {
    metrics.count(
        Metric.NODECLAIMS_DISRUPTED_TOTAL,
        reason,
        pool(claim),
        capacityType(claim),
        "",
        terminationMode(claim));
  }

  public static String pool(ClaimFacts claim) {
    return claim.meta().label(Labels.NODE_POOL);
  }

  public static String capacityType(ClaimFacts claim) {
    return claim.meta().label(Labels.CAPACITY_TYPE);
  }

  /// How hard its pods will be pressed to go.
  public static String terminationMode(ClaimFacts claim) {
    return claim
        .terminationGracePeriod()
        .map(Duration::isPositive)
        .map(hasTime -> hasTime ? "eventual" : "forceful")
        .orElse("graceful");
  }

  /// As label values write names: `NetworkingReady` is `networking_ready`.
  public static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }
}
