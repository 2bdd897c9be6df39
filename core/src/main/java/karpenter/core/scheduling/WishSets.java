package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Which wishes to give up, in the order to try it: the least weight lost first.
///
/// Sets are generated best first from the wishes ranked by weight: each set has at most two
/// successors, both no better than itself, so the queue yields them in order and only as many as
/// are asked for are ever made.
final class WishSets {
  static final int MAX_WISH_SETS = 64;
  static final WishSets NO_WISHES = new WishSets(List.of(new boolean[0]));

  private final List<boolean[]> givenUp;

  private WishSets(List<boolean[]> givenUp) {
    this.givenUp = givenUp;
  }

  private record Candidate(long weight, int[] ranks) {}

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingLong(Candidate::weight)
          .thenComparingInt(candidate -> candidate.ranks().length)
          .thenComparing(Candidate::ranks, Arrays::compare);

  /// @param weights of the wishes, in the order they are listed
  static WishSets of(int[] weights) {
    if (weights.length == 0) return NO_WISHES;
    int count = weights.length;
    Integer[] ranked = new Integer[count];
    for (int i = 0; i < count; i++) ranked[i] = i;
    Arrays.sort(
        ranked,
        Comparator.<Integer>comparingInt(i -> weights[i])
            .thenComparing(Comparator.<Integer>reverseOrder()));
    long all = count >= 62 ? Long.MAX_VALUE : 1L << count;
    List<boolean[]> sets = new ArrayList<>();
    var queue = new PriorityQueue<>(BEST_FIRST);
    queue.add(new Candidate(0, new int[0]));
    while (!queue.isEmpty() && sets.size() < MAX_WISH_SETS) {
      if (sets.size() == MAX_WISH_SETS - 1 && all > MAX_WISH_SETS) {
        boolean[] everything = new boolean[count];
        Arrays.fill(everything, true);
        sets.add(everything);
        break;
      }
      Candidate best = queue.remove();
      sets.add(positions(best.ranks(), ranked));
      successors(best, weights, ranked).forEach(queue::add);
    }
    return new WishSets(List.copyOf(sets));
  }

  int count() {
    return givenUp.size();
  }

  boolean givesUp(int set, int wish) {
    return givenUp.get(set)[wish];
  }

  private static boolean[] positions(int[] ranks, Integer[] ranked) {
    boolean[] set = new boolean[ranked.length];
    for (int rank : ranks) set[ranked[rank]] = true;
    return set;
  }

  private static List<Candidate> successors(Candidate from, int[] weights, Integer[] ranked) {
    int last = from.ranks().length == 0 ? -1 : from.ranks()[from.ranks().length - 1];
    int next = last + 1;
    if (next == ranked.length) return List.of();
    List<Candidate> found = new ArrayList<>();
    int[] more = Arrays.copyOf(from.ranks(), from.ranks().length + 1);
    more[more.length - 1] = next;
    found.add(new Candidate(from.weight() + weights[ranked[next]], more));
    if (last >= 0) {
      int[] instead = from.ranks().clone();
      instead[instead.length - 1] = next;
      found.add(
          new Candidate(from.weight() - weights[ranked[last]] + weights[ranked[next]], instead));
    }
    return found;
  }
}
