package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;

/// How soon one pass may follow another. Where changes come now and then, each is looked at almost
/// at once; where they come all the time and lead to nothing, they are looked at together.
final class Pace {
  /// Nobody waits longer for a look than he would if we looked at fixed times.
  static final Duration MOST = Duration.ofSeconds(10);

  private static final Duration LEAST = Duration.ofSeconds(1);

  /// A pass may cost a tenth of the time: after one we rest nine times as long.
  private static final int REST_FACTOR = 9;

  private Duration gap = LEAST;
  private Instant last = Instant.MIN;
  private Instant notBefore = Instant.MIN;

  /// How long the next pass has to wait. A clock that was set back must not keep us from looking
  /// for as long.
  Duration wait(Instant now) {
    boolean isHeld = now.isBefore(notBefore) && !notBefore.isAfter(now.plus(MOST));
    return isHeld ? Duration.between(now, notBefore) : Duration.ZERO;
  }

  /// A pass has done something: what comes of it may be worth another at once.
  void acted(Instant end) {
    last = end;
    notBefore = end;
  }

  /// A pass has found nothing to do. Another so soon will most likely find as little.
  void rested(Instant began, Instant end) {
    boolean isLull = last.equals(Instant.MIN) || !began.isBefore(last.plus(gap.multipliedBy(2)));
    gap = isLull ? LEAST : shorter(gap.multipliedBy(2), MOST);
    last = end;
    var spent = shorter(Duration.between(began, end).multipliedBy(REST_FACTOR), MOST);
    notBefore = end.plus(spent.compareTo(gap) > 0 ? spent : gap);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
