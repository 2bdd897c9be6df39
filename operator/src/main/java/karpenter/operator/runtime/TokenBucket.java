package karpenter.operator.runtime;

/// So many a second, and some saved up. Time is whatever the caller counts in nanoseconds; it may
/// stand still but a step back is taken for standing still. Not safe for several threads.
public final class TokenBucket {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final int burst;
  private double tokens;
  private long last;
  private boolean isStarted;

  public TokenBucket(double perSecond, int burst) {
    if (perSecond <= 0 || burst < 1) {
      throw new IllegalArgumentException("a bucket that never fills lets nothing through");
    }
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
  }

  /// Takes a token if there is one.
  public boolean tryTake(long now) {
    fill(now);
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }

  /// Takes a token now or in advance, and says how long to wait until it is there.
  public long reserve(long now) {
    fill(now);
    tokens -= 1;
    return nanosUntil(0);
  }

  /// How long until [#tryTake] succeeds, if nobody else takes one.
  public long nanosUntilNext(long now) {
    fill(now);
    return nanosUntil(1);
  }

  private long nanosUntil(double wanted) {
    return tokens >= wanted ? 0 : (long) Math.ceil((wanted - tokens) / perSecond * NANOS);
  }

  private void fill(long now) {
    if (!isStarted) {
      isStarted = true;
      last = now;
    }
    long elapsed = now - last;
    if (elapsed > 0) {
      tokens = Math.min(burst, tokens + elapsed * perSecond / NANOS);
      last = now;
    }
  }
}
