package karpenter.core.disruption;

/// It may go, but not now: too many do, or the user holds it back.
public sealed interface AllowanceObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.SILENT;
  }

  /// The pool's budget for the reason is used up.
  record BudgetSpent(String pool, Reason reason, int allowed, int underWay)
      implements AllowanceObstacle {
    @Override
    public String kind() {
      return "budget";
    }

    @Override
    public String sentence() {
      return allowed == 0
          ? "The budgets of NodePool %s allow no disruption now for the reason %s"
              .formatted(pool, reason.wire())
          : "The budgets of NodePool %s allow %s at a time for the reason %s, and %d are under way"
              .formatted(pool, Wording.count(allowed, "disruption"), reason.wire(), underWay);
    }
  }

  /// A control of the user forbids it.
  ///
  /// @param control the control's code, in kebab case
  /// @param why a sentence
  record Controlled(String control, String why) implements AllowanceObstacle {
    @Override
    public String kind() {
      return "control-" + control;
    }

    @Override
    public String sentence() {
      return why;
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }
}
