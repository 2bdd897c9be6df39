package karpenter.simulator;

import java.util.SplittableRandom;

/// What may happen on a [FaultyDay], and how often of all.
enum Trouble {
  API(4),
  THROTTLING(2),
  WATCHES_CUT(2),
  KIND_NOT_SERVED(3),
  SILENT_WATCHES(3),
  SET_BACK(1),
  TWO_LEADERS(2),
  CLOUD_HANGS(3),
  KILLED(2),
  KILLED_IN_MID_CALL(4),
  CLOCK(1),
  SOLD_OUT(3),
  LAUNCH_FAILURES(3),
  LAUNCHES_UNHEARD(2),
  EDITED_IN_VAIN(2),
  STILLBORN(3),
  ILL(3),
  LOST(2),
  INTERRUPTED(4),
  PRICES(3),
  OVERLOOKED(2),
  SCHEDULER_DOWN(4),
  SCALED(6),
  BOUNCED(4),
  ROLLED_OUT(2),
  POOL_EDITED(2),
  BUDGETS_EDITED(2),
  DELETED_BY_HAND(4);

  private final int share;

  Trouble(int share) {
    this.share = share;
  }

  /// One of all, each as often as its share.
  static Trouble any(SplittableRandom random) {
    int all = 0;
    for (var trouble : values()) {
      all += trouble.share;
    }
    int lot = random.nextInt(all);
    for (var trouble : values()) {
      lot -= trouble.share;
      if (lot < 0) {
        return trouble;
      }
    }
    throw new IllegalStateException("the shares do not add up");
  }
}
