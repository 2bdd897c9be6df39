package karpenter.core.disruption;

/// It may go, but not now: too many do, or the user holds it back.
public sealed interface AllowanceObstacle extends Obstacle {
  /// The pool's budget for the reason is used up.
  record BudgetSpent(String pool, Reason reason, int allowed, int underWay)
      implements AllowanceObstacle {}

  /// A control of the user forbids it.
  ///
  /// @param control the control's code, in kebab case
  /// @param why a sentence
  record Controlled(String control, String why) implements AllowanceObstacle {}

  @Override
  default String kind() {
    return switch (this) {
      case BudgetSpent _ -> "budget";
      case Controlled(var control, var _) -> "control-" + control;
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case BudgetSpent(var pool, var reason, var allowed, var underWay) ->
          allowed == 0
              ? "The budgets of NodePool %s allow no disruption now for the reason %s"
                  .formatted(pool, reason.wire())
              : "The budgets of NodePool %s allow %s at a time for the reason %s, and %s under way"
                  .formatted(
                      pool,
                      Wording.count(allowed, "disruption"),
                      reason.wire(),
                      underWay == 1 ? "1 is" : underWay + " are");
      case Controlled(var _, var why) -> why;
    };
  }

  @Override
  default Telling telling() {
    return switch (this) {
      case BudgetSpent _ -> Telling.SILENT;
      case Controlled _ -> Telling.BLOCKED;
    };
  }
}
