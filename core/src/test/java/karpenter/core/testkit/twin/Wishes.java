package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;

/// What a pod would like, and in which order it gives wishes up (section 2).
final class Wishes {
  static final int MAX_WISH_SETS = 64;
  private static final int SPREAD_WEIGHT = 100;
  private static final int TAINT_WEIGHT = 100_000;

  sealed interface Wish {
    int weight();

    record Preferred(Preference preference) implements Wish {
      @Override
      public int weight() {
        return preference.weight();
      }
    }

    record Spread(SpreadConstraint constraint) implements Wish {
      @Override
      public int weight() {
        return SPREAD_WEIGHT;
      }
    }

    record NoSoftTaint() implements Wish {
      @Override
      public int weight() {
        return TAINT_WEIGHT;
      }
    }
  }

  /// Ranks given up, ascending.
  private record GivenUp(List<Integer> ranks, long weight) {
    static final Comparator<GivenUp> ORDER =
        comparing(GivenUp::weight)
            .thenComparing(set -> set.ranks.size())
            .thenComparing(GivenUp::ranks, Wishes::lexicographically);
  }

  private Wishes() {}

  static List<Wish> of(PodSpec spec, SchedulingProblem problem) {
    List<Wish> wishes = new ArrayList<>();
    if (!(problem.options().preferences() instanceof PreferencePolicy.Ignore)) {
      spec.preferences().forEach(preference -> wishes.add(new Wish.Preferred(preference)));
      spec.spread().stream()
          .filter(constraint -> constraint.strength() == Strength.SCHEDULE_ANYWAY)
          .forEach(constraint -> wishes.add(new Wish.Spread(constraint)));
    }
    if (anySoftTaint(problem)) wishes.add(new Wish.NoSoftTaint());
    return wishes;
  }

  /// The sets of wishes kept, in the order they are tried.
  static List<List<Wish>> kept(List<Wish> wishes) {
    List<Integer> byRank =
        IntStream.range(0, wishes.size())
            .boxed()
            .sorted(
                comparing((Integer i) -> wishes.get(i).weight())
                    .thenComparing(Comparator.<Integer>reverseOrder()))
            .toList();
    List<GivenUp> sets =
        IntStream.range(0, 1 << wishes.size())
            .mapToObj(mask -> givenUp(mask, byRank, wishes))
            .sorted(GivenUp.ORDER)
            .toList();
    List<GivenUp> tried =
        sets.size() <= MAX_WISH_SETS
            ? sets
            : Stream.concat(sets.subList(0, MAX_WISH_SETS - 1).stream(), Stream.of(sets.getLast()))
                .toList();
    return tried.stream()
        .map(
            set ->
                IntStream.range(0, wishes.size())
                    .filter(i -> !set.ranks.contains(byRank.indexOf(i)))
                    .mapToObj(wishes::get)
                    .toList())
        .toList();
  }

  private static GivenUp givenUp(int mask, List<Integer> byRank, List<Wish> wishes) {
    List<Integer> ranks =
        IntStream.range(0, byRank.size()).filter(rank -> (mask >> rank & 1) == 1).boxed().toList();
    return new GivenUp(
        ranks, ranks.stream().mapToLong(rank -> wishes.get(byRank.get(rank)).weight()).sum());
  }

  private static int lexicographically(List<Integer> one, List<Integer> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int order = Integer.compare(one.get(i), other.get(i));
      if (order != 0) return order;
    }
    return Integer.compare(one.size(), other.size());
  }

  // reading: "any pool" is any pool of the problem, also one that is no template.
  private static boolean anySoftTaint(SchedulingProblem problem) {
    return Stream.concat(
            problem.pools().stream().map(NodePool::taints),
            problem.nodes().stream().map(ExistingNode::taints))
        .flatMap(List::stream)
        .anyMatch(taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE);
  }
}
