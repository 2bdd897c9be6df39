package karpenter.simulator.runtime;

import org.jspecify.annotations.Nullable;

/// Something that takes turns with all others: it goes on only while it has the baton. A [Hand]
/// plays it from its beginning to its end.
final class Actor {
  private final Life life;
  private final String name;
  private final Runnable body;
  private @Nullable Hand hand;

  /// When what it waits for is given up, in ticks.
  private long deadline = Long.MAX_VALUE;

  Actor(Life life, String name, Runnable body) {
    this.life = life;
    this.name = name;
    this.body = body;
  }

  void play(Hand by) {
    hand = by;
    body.run();
  }

  long deadline() {
    return deadline;
  }

  void deadline(long ticks) {
    deadline = ticks;
  }

  Life life() {
    return life;
  }

  /// Whose thread it is in the middle of something on.
  Hand hand() {
    if (hand == null) {
      throw new IllegalStateException(name + " has not begun");
    }
    return hand;
  }

  boolean isThisThread() {
    return hand != null && hand.isThisThread();
  }

  @Override
  public String toString() {
    return name;
  }
}
