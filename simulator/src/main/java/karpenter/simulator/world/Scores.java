package karpenter.simulator.world;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.simulator.world.Topology.Domain;

/// Which of the nodes that fit a pod likes best: the marks of kube-scheduler's default plugins,
/// each from 0 to 100, times their default weights. Among equals the first name wins, where the
/// real one draws lots.
final class Scores {
  private static final double BEST = Marks.BEST;
  private static final int TAINTS = 3;
  private static final int NODE_AFFINITY = 2;
  private static final int SPREAD = 2;
  private static final int POD_AFFINITY = 2;
  private static final int LEAST_ALLOCATED = 1;
  private static final int BALANCED = 1;

  /// Its weights are in it.
  private static final int OWN = 1;

  /// A required term of a pod that is there speaks for its domain with this weight.
  private static final int REQUIRED = 1;

  /// What a pod that asks for nothing is taken to need.
  private static final long SILENT_CPU = 100;

  private static final long SILENT_MEMORY = 200L << 20;

  /// The spread of pods of one owner that ask for none.
  private static final Map<String, Integer> USUAL_SKEWS =
      new TreeMap<>(Map.of("kubernetes.io/hostname", 3, "topology.kubernetes.io/zone", 5));

  private final PodFacts pod;
  private final List<Seat> fitting;
  private final Topology topology;

  private Scores(PodFacts pod, List<Seat> fitting, Topology topology) {
    this.pod = pod;
    this.fitting = fitting;
    this.topology = topology;
  }

  /// @param fitting in the order of their names
  static Optional<Seat> best(PodFacts pod, List<Seat> fitting, Ranking ranking, Topology topology) {
    if (fitting.size() <= 1) {
      return fitting.stream().findFirst();
    }
    var marks = new Scores(pod, fitting, topology).marks(ranking);
    int best = 0;
    for (int i = 1; i < marks.length; i++) {
      if (marks[i] > marks[best]) {
        best = i;
      }
    }
    return Optional.of(fitting.get(best));
  }

  /// Whether a node's own mark decides, because all other marks are the same on every node.
  static boolean areOwnAlone(PodFacts pod, Seat.Crowd crowd) {
    var spec = pod.spec();
    return spec.preferences().isEmpty()
        && spec.spread().isEmpty()
        && pod.owners().stream().noneMatch(Owner::controller)
        && !crowd.wishes()
        && !crowd.hasSoftTaints();
  }

  private double[] marks(Ranking ranking) {
    var marks = new double[fitting.size()];
    add(marks, Marks.fromLeast(each(this::softTaints)), TAINTS);
    add(marks, Marks.ofMost(each(this::nodeAffinity)), NODE_AFFINITY);
    add(marks, spread(), SPREAD);
    add(marks, podAffinity(), POD_AFFINITY);
    add(marks, each(seat -> ranking.of(pod, seat)), OWN);
    return marks;
  }

  private interface Mark {
    double of(Seat seat);
  }

  private double[] each(Mark mark) {
    var marks = new double[fitting.size()];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = mark.of(fitting.get(i));
    }
    return marks;
  }

  /// Whole marks, as the real one has them.
  private static void add(double[] sum, double[] marks, int weight) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += weight * Math.floor(marks[i]);
    }
  }

  private double softTaints(Seat seat) {
    int count = 0;
    for (var taint : seat.taints()) {
      if (taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE
          && Toleration.firstUntolerated(
                  pod.spec().tolerations(), List.of(taint), Toleration.SoftTaints.HONOURED)
              .isPresent()) {
        count++;
      }
    }
    return count;
  }

  private double nodeAffinity(Seat seat) {
    double sum = 0;
    for (var preference : pod.spec().preferences()) {
      if (preference instanceof Preference.OfNode(var weight, var node)
          && new LabelSelector.Matching(node).matches(seat.node().meta().labels())) {
        sum += weight;
      }
    }
    return sum;
  }

  /// What does not depend on other nodes: how much is left, and how evenly it is taken.
  ///
  /// @param cpu what the pod asks for
  /// @param memory what it asks for
  static double own(Seat seat, long cpu, long memory) {
    return LEAST_ALLOCATED * Math.floor(leastAllocated(seat, cpu, memory))
        + BALANCED * Math.floor(balanced(seat, cpu, memory));
  }

  private static double leastAllocated(Seat seat, long cpu, long memory) {
    long takenCpu = seat.usedCpu() + seat.silentCpu() * SILENT_CPU;
    long takenMemory = seat.usedMemory() + seat.silentMemory() * SILENT_MEMORY;
    return (left(seat.allCpu(), takenCpu + (cpu == 0 ? SILENT_CPU : Math.max(cpu, 0)))
            + left(
                seat.allMemory(),
                takenMemory + (memory == 0 ? SILENT_MEMORY : Math.max(memory, 0))))
        / 2;
  }

  private static double left(long all, long taken) {
    return all == 0 || taken > all ? 0 : Math.floor((all - taken) * BEST / all);
  }

  /// Best where cpu and memory are taken in equal parts.
  private static double balanced(Seat seat, long cpu, long memory) {
    if (cpu == 0 && memory == 0) {
      return 0;
    }
    double apart =
        Math.abs(
            part(seat.allCpu(), seat.usedCpu() + cpu)
                - part(seat.allMemory(), seat.usedMemory() + memory));
    return (1 - apart / 2) * BEST;
  }

  private static double part(long all, long taken) {
    return all == 0 ? 1 : Math.min(1, (double) taken / all);
  }

  /// What the pod would like, what those there would like of it, and what those there require.
  private double[] podAffinity() {
    var likes = new HashMap<Domain, Double>();
    boolean hasWishes =
        pod.spec().preferences().stream().anyMatch(p -> !(p instanceof Preference.OfNode));
    if (!hasWishes && !topology.crowd().wishes()) {
      return new double[fitting.size()];
    }
    for (var seat : topology.seats()) {
      if (hasWishes) {
        seat.pods().forEach(there -> likes(likes, seat, pod, there));
      }
      for (var there : seat.wishing()) {
        likes(likes, seat, there, pod);
        for (var term : there.spec().affinity()) {
          like(likes, seat, term, topology.means(there, term, pod) ? REQUIRED : 0);
        }
      }
    }
    var sums = new double[fitting.size()];
    if (!likes.isEmpty()) {
      for (int i = 0; i < sums.length; i++) {
        for (var entry : likes.entrySet()) {
          var domain = entry.getKey();
          boolean isHere = domain.value().equals(fitting.get(i).domain(domain.key()));
          sums[i] += isHere ? entry.getValue() : 0;
        }
      }
    }
    return Marks.stretched(sums);
  }

  private void likes(Map<Domain, Double> likes, Seat seat, PodFacts whose, PodFacts other) {
    for (var preference : whose.spec().preferences()) {
      switch (preference) {
        case Preference.OfNode _ -> {}
        case Preference.NearPods(var weight, var term) ->
            like(likes, seat, term, topology.means(whose, term, other) ? weight : 0);
        case Preference.AwayFromPods(var weight, var term) ->
            like(likes, seat, term, topology.means(whose, term, other) ? -weight : 0);
      }
    }
  }

  private static void like(Map<Domain, Double> likes, Seat seat, AffinityTerm term, int weight) {
    var value = weight == 0 ? null : seat.domain(term.topologyKey());
    if (value != null) {
      likes.merge(new Domain(term.topologyKey(), value), (double) weight, Double::sum);
    }
  }

  /// Fewer of their kind is better; a domain counts the more, the more there are of its kind.
  private double[] spread() {
    var sums = new double[fitting.size()];
    boolean isAsked = false;
    for (var constraint : pod.spec().spread()) {
      if (constraint.strength() == Strength.SCHEDULE_ANYWAY) {
        isAsked = true;
        crowd(
            sums,
            constraint.topologyKey(),
            constraint.maxSkew(),
            seat -> matching(seat, constraint));
      }
    }
    if (!isAsked && pod.spec().spread().isEmpty()) {
      var owner = pod.owners().stream().filter(Owner::controller).findFirst();
      isAsked = owner.isPresent();
      owner.ifPresent(
          mine ->
              USUAL_SKEWS.forEach(
                  (key, skew) ->
                      crowd(
                          sums,
                          key,
                          skew,
                          seat -> seat.count(new Seat.Kin(pod.namespace(), mine.uid())))));
    }
    return isAsked ? Marks.reversed(sums) : sums;
  }

  private int matching(Seat seat, SpreadConstraint constraint) {
    int count = 0;
    for (var there : seat.pods()) {
      if (there.namespace().equals(pod.namespace())
          && !there.isTerminating()
          && constraint.selector().matches(there.spec().labels())) {
        count++;
      }
    }
    return count;
  }

  /// How many of a kind are on a node.
  private interface Count {
    int of(Seat seat);
  }

  private void crowd(double[] sums, String key, int maxSkew, Count count) {
    var counts = new HashMap<String, Integer>();
    for (var seat : fitting) {
      var domain = seat.domain(key);
      if (domain != null) {
        counts.putIfAbsent(domain, 0);
      }
    }
    double weight = Math.log(counts.size() + 2.0);
    for (var seat : topology.seats()) {
      var domain = seat.domain(key);
      if (domain != null && counts.containsKey(domain)) {
        counts.merge(domain, count.of(seat), Integer::sum);
      }
    }
    for (int i = 0; i < sums.length; i++) {
      var domain = fitting.get(i).domain(key);
      // A node without the key is as bad as can be.
      sums[i] +=
          domain == null
              ? Double.POSITIVE_INFINITY
              : Math.round(counts.getOrDefault(domain, 0) * weight + (maxSkew - 1));
    }
  }
}
