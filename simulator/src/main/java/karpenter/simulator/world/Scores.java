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
import karpenter.core.resource.Resources;
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
  private final long cpu;
  private final long memory;

  private Scores(PodFacts pod, List<Seat> fitting, Topology topology) {
    this.pod = pod;
    this.fitting = fitting;
    this.topology = topology;
    this.cpu = pod.spec().requests().get(Resources.CPU);
    this.memory = pod.spec().requests().get(Resources.MEMORY);
  }

  /// @param fitting in the order of their names
  static Optional<Seat> best(PodFacts pod, List<Seat> fitting, Topology topology) {
    if (fitting.size() <= 1) {
      return fitting.stream().findFirst();
    }
    var marks = new Scores(pod, fitting, topology).marks();
    int best = 0;
    for (int i = 1; i < marks.length; i++) {
      if (marks[i] > marks[best]) {
        best = i;
      }
    }
    return Optional.of(fitting.get(best));
  }

  private double[] marks() {
    var marks = new double[fitting.size()];
    add(marks, Marks.fromLeast(each(this::softTaints)), TAINTS);
    add(marks, Marks.ofMost(each(this::nodeAffinity)), NODE_AFFINITY);
    add(marks, spread(), SPREAD);
    add(marks, podAffinity(), POD_AFFINITY);
    add(marks, each(this::leastAllocated), LEAST_ALLOCATED);
    add(marks, each(this::balanced), BALANCED);
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

  private double leastAllocated(Seat seat) {
    return (free(seat, Resources.CPU, SILENT_CPU) + free(seat, Resources.MEMORY, SILENT_MEMORY))
        / 2;
  }

  private double free(Seat seat, String resource, long silent) {
    long all = seat.all(resource);
    long taken = seat.used(resource) + Math.max(asked(resource), 0);
    taken += asked(resource) == 0 ? silent : 0;
    taken += seat.silent(resource) * silent;
    return all == 0 || taken > all ? 0 : Math.floor((all - taken) * BEST / all);
  }

  private long asked(String resource) {
    return switch (resource) {
      case Resources.CPU -> cpu;
      case Resources.MEMORY -> memory;
      default -> pod.spec().requests().get(resource);
    };
  }

  /// Best where cpu and memory are taken in equal parts.
  private double balanced(Seat seat) {
    if (asked(Resources.CPU) == 0 && asked(Resources.MEMORY) == 0) {
      return 0;
    }
    double apart = Math.abs(part(seat, Resources.CPU) - part(seat, Resources.MEMORY));
    return (1 - apart / 2) * BEST;
  }

  private double part(Seat seat, String resource) {
    long all = seat.all(resource);
    return all == 0 ? 1 : Math.min(1, (double) (seat.used(resource) + asked(resource)) / all);
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
