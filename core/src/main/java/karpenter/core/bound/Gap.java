package karpenter.core.bound;

import java.util.Locale;
import java.util.OptionalDouble;

/// How far a plan may be from the cheapest one.
///
/// @param planned what the plan costs an hour
/// @param needed what every plan costs at least
/// @param price the part of what is planned that instances cost; the rest comes with being nodes
public record Gap(double planned, double needed, double price) {
  private static final double SAME = 1e-9;

  /// Nodes that cost nothing beside their instances.
  public Gap(double planned, double needed) {
    this(planned, needed, planned);
  }

  /// The excess as a part of what is needed; nothing when nothing is known to be needed.
  public OptionalDouble fraction() {
    if (needed > 0) return OptionalDouble.of(Math.max(0, planned / needed - 1));
    return planned > 0 ? OptionalDouble.empty() : OptionalDouble.of(0);
  }

  /// `within 2.3 % of the optimum: $10.42/h planned, at least $10.18/h needed`, and what of it the
  /// instances cost where nodes cost more than that.
  public String sentence() {
    return sentence("the optimum");
  }

  /// The same where [#needed] speaks of plans at equal service only.
  String sentenceForEqualService() {
    return sentence("the optimum for equal service");
  }

  private String sentence(String optimum) {
    double more = planned - price;
    if (more < SAME) return costs(optimum);
    return costs(optimum)
        + String.format(Locale.ROOT, " ($%.2f/h for instances, $%.2f/h for nodes)", price, more);
  }

  private String costs(String optimum) {
    if (fraction().isEmpty()) {
      return String.format(
          Locale.ROOT, "$%.2f/h planned; how little would do is not known", planned);
    }
    double excess = fraction().getAsDouble();
    if (excess < SAME) {
      return String.format(Locale.ROOT, "at %s: $%.2f/h planned and needed", optimum, planned);
    }
    return String.format(
        Locale.ROOT,
        "within %s %% of %s: $%.2f/h planned, at least $%.2f/h needed",
        percent(excess),
        optimum,
        planned,
        needed);
  }

  /// Rounded up: "within" must stay true.
  private static String percent(double excess) {
    return String.format(Locale.ROOT, "%.1f", Math.ceil(excess * 1000) / 10);
  }
}
