package karpenter.operator.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/// The last decisions, in memory. When it is full the oldest go; how many went is known.
public final class RingJournal implements Journal {
  /// A busy hour of a large cluster.
  public static final int MAX_DECISIONS = 10_000;

  /// Reasons can be long: a pod without a place may name hundreds of types.
  public static final long MAX_CHARACTERS = 4L << 20;

  private final Deque<Decision> decisions = new ArrayDeque<>();
  private final int maxDecisions;
  private final long maxCharacters;
  private long characters;
  private long dropped;

  public RingJournal() {
    this(MAX_DECISIONS, MAX_CHARACTERS);
  }

  RingJournal(int maxDecisions, long maxCharacters) {
    this.maxDecisions = maxDecisions;
    this.maxCharacters = maxCharacters;
  }

  @Override
  public synchronized void record(Decision decision) {
    decisions.addLast(decision);
    characters += size(decision);
    while (decisions.size() > maxDecisions
        || (characters > maxCharacters && decisions.size() > 1)) {
      characters -= size(decisions.removeFirst());
      dropped++;
    }
  }

  /// The newest that pass, newest first.
  public synchronized List<Decision> latest(int limit, Predicate<Decision> wanted) {
    var found = new ArrayList<Decision>();
    var newestFirst = decisions.descendingIterator();
    while (newestFirst.hasNext() && found.size() < limit) {
      var decision = newestFirst.next();
      if (wanted.test(decision)) {
        found.add(decision);
      }
    }
    return found;
  }

  public synchronized int size() {
    return decisions.size();
  }

  /// How many were recorded and are no longer kept.
  public synchronized long dropped() {
    return dropped;
  }

  private static long size(Decision decision) {
    long size = decision.subject().length();
    for (var reason : decision.reasons()) {
      size += reason.length();
    }
    for (var detail : decision.details().entrySet()) {
      size += detail.getKey().length() + detail.getValue().length();
    }
    return size;
  }
}
