package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.resource.Resources;

/// The orders a batch may be packed in. Each is a total order: the same pods give the same list
/// whatever order they come in.
enum PodOrder {
  /// Pods that need hosts of their own open the nodes; the others fill them so that all resources
  /// run out together.
  EXCLUSIVE_FIRST,
  /// Largest first, as upstream.
  SIZE;

  /// Whether important pods go before all others.
  enum Priority {
    IGNORED,
    FIRST
  }

  /// What sorting asks of a pod, looked up once.
  private record Ranked(Pod pod, long cpu, long memory, Shape shape) {}

  /// A spec seen by the orders: its share of the batch's demand, and where that is largest.
  private record Shape(long cpu, long memory, double[] share, int dominant, boolean isExclusive) {}

  private static final Comparator<Ranked> BY_SIZE =
      Comparator.comparingLong(Ranked::cpu)
          .reversed()
          .thenComparing(Comparator.comparingLong(Ranked::memory).reversed())
          .thenComparing(ranked -> ranked.pod().created())
          .thenComparing(ranked -> ranked.pod().uid());

  List<Pod> sort(Batch batch, Priority priority) {
    Ranked[] ranked = rank(batch);
    return switch (this) {
      case SIZE -> pods(sorted(Arrays.asList(ranked), tiers(priority).thenComparing(BY_SIZE)));
      case EXCLUSIVE_FIRST -> balanced(ranked, priority);
    };
  }

  /// Real pods before virtual ones always; otherwise as asked.
  private static Comparator<Ranked> tiers(Priority priority) {
    Comparator<Ranked> virtualLast =
        Comparator.comparing(ranked -> ranked.pod().spec().isVirtual());
    return switch (priority) {
      case IGNORED -> virtualLast;
      case FIRST ->
          virtualLast.thenComparing(
              Comparator.<Ranked>comparingInt(r -> r.pod().spec().priority()).reversed());
    };
  }

  private static List<Pod> balanced(Ranked[] ranked, Priority priority) {
    Comparator<Ranked> tiers = tiers(priority);
    List<Ranked> inTiers = sorted(Arrays.asList(ranked), tiers.thenComparing(BY_SIZE));
    List<Pod> order = new ArrayList<>(ranked.length);
    int start = 0;
    while (start < inTiers.size()) {
      int end = start + 1;
      while (end < inTiers.size() && tiers.compare(inTiers.get(start), inTiers.get(end)) == 0) end++;
      List<Ranked> tier = inTiers.subList(start, end);
      order.addAll(pods(bySize(tier.stream().filter(r -> r.shape().isExclusive()).toList())));
      order.addAll(interleaved(tier.stream().filter(r -> !r.shape().isExclusive()).toList()));
      start = end;
    }
    return order;
  }

  private static List<Ranked> bySize(List<Ranked> pods) {
    return sorted(pods, Comparator.comparingDouble((Ranked r) -> -largestShare(r)).thenComparing(BY_SIZE));
  }

  private static double largestShare(Ranked ranked) {
    return ranked.shape().share()[ranked.shape().dominant()];
  }

  /// One stream per dominant resource, largest first; always the next from the stream whose
  /// resource has been asked for least so far.
  private static List<Pod> interleaved(List<Ranked> pods) {
    if (pods.isEmpty()) return List.of();
    int resources = pods.getFirst().shape().share().length;
    List<List<Ranked>> streams = new ArrayList<>();
    for (int r = 0; r < resources; r++) {
      int dominant = r;
      streams.add(bySize(pods.stream().filter(p -> p.shape().dominant() == dominant).toList()));
    }
    double[] asked = new double[resources];
    int[] next = new int[resources];
    List<Pod> order = new ArrayList<>(pods.size());
    while (order.size() < pods.size()) {
      int least = -1;
      for (int r = 0; r < resources; r++) {
        boolean hasMore = next[r] < streams.get(r).size();
        if (hasMore && (least < 0 || asked[r] < asked[least])) least = r;
      }
      Ranked taken = streams.get(least).get(next[least]++);
      for (int r = 0; r < resources; r++) asked[r] += taken.shape().share()[r];
      order.add(taken.pod());
    }
    return order;
  }

  private static Ranked[] rank(Batch batch) {
    ResourceIndex index = batch.resources;
    List<Pod> pods = batch.problem.pending();
    double[] total = new double[index.size()];
    var shapes = new IdentityHashMap<PodClass, Shape>();
    var vectors = new IdentityHashMap<PodClass, long[]>();
    for (Pod pod : pods) {
      long[] amounts =
          vectors.computeIfAbsent(
              batch.classOf(pod), c -> index.vector(c.spec.requests()));
      for (int r = 0; r < total.length; r++) total[r] += amounts[r];
    }
    Ranked[] ranked = new Ranked[pods.size()];
    for (int i = 0; i < ranked.length; i++) {
      PodClass podClass = batch.classOf(pods.get(i));
      Shape shape =
          shapes.computeIfAbsent(podClass, c -> shape(c.spec, index.vector(c.spec.requests()), total));
      ranked[i] = new Ranked(pods.get(i), shape.cpu(), shape.memory(), shape);
    }
    return ranked;
  }

  private static Shape shape(PodSpec spec, long[] amounts, double[] total) {
    double[] share = new double[amounts.length];
    int dominant = 0;
    for (int r = 0; r < amounts.length; r++) {
      share[r] = total[r] > 0 ? amounts[r] / total[r] : 0;
      if (share[r] > share[dominant]) dominant = r;
    }
    return new Shape(
        spec.requests().get(Resources.CPU),
        spec.requests().get(Resources.MEMORY),
        share,
        dominant,
        needsOwnHost(spec));
  }

  private static boolean needsOwnHost(PodSpec spec) {
    for (AffinityTerm term : spec.antiAffinity()) {
      if (term.topologyKey().equals(CountGroup.HOSTNAME)) return true;
    }
    for (SpreadConstraint constraint : spec.spread()) {
      if (constraint.topologyKey().equals(CountGroup.HOSTNAME)
          && constraint.strength() == SpreadConstraint.Strength.DO_NOT_SCHEDULE) {
        return true;
      }
    }
    return false;
  }

  private static List<Ranked> sorted(List<Ranked> pods, Comparator<Ranked> order) {
    Ranked[] array = pods.toArray(Ranked[]::new);
    Arrays.sort(array, order);
    return Arrays.asList(array);
  }

  private static List<Pod> pods(List<Ranked> ranked) {
    return ranked.stream().map(Ranked::pod).toList();
  }
}
