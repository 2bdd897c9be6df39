package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import karpenter.core.pod.Pod;

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

  // Written out, because batches of a thousand pods are sorted many hundred times in a pass.
  private static final Comparator<PodShape> BY_SIZE =
      (one, other) -> {
        int byCpu = Long.compare(other.cpu(), one.cpu());
        return byCpu != 0 ? byCpu : Long.compare(other.memory(), one.memory());
      };

  private static final Comparator<PodShape> BY_SHARE =
      (one, other) -> {
        int byShare = Double.compare(other.largestShare(), one.largestShare());
        return byShare != 0 ? byShare : BY_SIZE.compare(one, other);
      };

  /// Pods that need hosts of their own come first. Among them: first those no two of which can
  /// share, then those that are alike to everyone's selectors side by side, because one host can
  /// take them all.
  private static final Comparator<PodShape> BY_COMPANY =
      (one, other) -> {
        if (one.needsOwnHost() != other.needsOwnHost()) return one.needsOwnHost() ? -1 : 1;
        if (one.excludesItself() != other.excludesItself()) return one.excludesItself() ? -1 : 1;
        return one.company().compareTo(other.company());
      };

  /// @param pods of the batch
  List<Pod> sort(Batch batch, List<Pod> pods, Priority priority) {
    PodShape[] shapes = PodShape.of(batch, pods);
    Comparator<PodShape> tiers = tiers(priority);
    return switch (this) {
      case SIZE -> pods(ranked(pods, shapes, tiers.thenComparing(BY_SIZE)));
      case EXCLUSIVE_FIRST -> exclusiveFirst(pods, shapes, tiers);
    };
  }

  /// Real pods before virtual ones always; otherwise as asked.
  private static Comparator<PodShape> tiers(Priority priority) {
    return (one, other) -> {
      if (one.isVirtual() != other.isVirtual()) return one.isVirtual() ? 1 : -1;
      return priority == Priority.FIRST ? Integer.compare(other.priority(), one.priority()) : 0;
    };
  }

  private static List<Pod> exclusiveFirst(
      List<Pod> pods, PodShape[] shapes, Comparator<PodShape> tiers) {
    Ranked[] ranked = ranked(pods, shapes, tiers.thenComparing(BY_COMPANY).thenComparing(BY_SHARE));
    List<Pod> order = new ArrayList<>(ranked.length);
    int start = 0;
    while (start < ranked.length) {
      int end = start + 1;
      while (end < ranked.length
          && tiers.compare(ranked[start].shape, ranked[end].shape) == 0
          && ranked[start].shape.needsOwnHost() == ranked[end].shape.needsOwnHost()) {
        end++;
      }
      var part = Arrays.asList(ranked).subList(start, end);
      if (ranked[start].shape.needsOwnHost()) part.forEach(taken -> order.add(taken.pod));
      else interleave(part, order);
      start = end;
    }
    return order;
  }

  /// One stream per dominant resource, largest first; always the next from the stream whose
  /// resource has been asked for least so far.
  private static void interleave(List<Ranked> pods, List<Pod> order) {
    int resources = pods.getFirst().shape.share().length;
    List<List<Ranked>> streams = new ArrayList<>();
    for (int r = 0; r < resources; r++) streams.add(new ArrayList<>());
    for (Ranked pod : pods) streams.get(pod.shape.dominant()).add(pod);
    double[] asked = new double[resources];
    int[] next = new int[resources];
    for (int placed = 0; placed < pods.size(); placed++) {
      int least = -1;
      for (int r = 0; r < resources; r++) {
        boolean hasMore = next[r] < streams.get(r).size();
        if (hasMore && (least < 0 || asked[r] < asked[least])) least = r;
      }
      Ranked taken = streams.get(least).get(next[least]++);
      for (int r = 0; r < resources; r++) asked[r] += taken.shape.share()[r];
      order.add(taken.pod);
    }
  }

  /// A pod with the place of its shape among all shapes, so that most comparisons are of two ints.
  private record Ranked(int rank, Pod pod, PodShape shape) implements Comparable<Ranked> {
    @Override
    public int compareTo(Ranked other) {
      if (rank != other.rank) return Integer.compare(rank, other.rank);
      int byAge = pod.created().compareTo(other.pod.created());
      return byAge != 0 ? byAge : pod.uid().compareTo(other.pod.uid());
    }
  }

  /// The pods sorted by shape, those of equal rank by age and uid.
  private static Ranked[] ranked(List<Pod> pods, PodShape[] shapes, Comparator<PodShape> order) {
    PodShape[] distinct = distinct(shapes);
    Arrays.sort(distinct, order);
    int[] rankOf = new int[distinct.length];
    int rank = 0;
    for (int i = 0; i < distinct.length; i++) {
      if (i > 0 && order.compare(distinct[i - 1], distinct[i]) != 0) rank++;
      rankOf[distinct[i].id()] = rank;
    }
    Ranked[] ranked = new Ranked[shapes.length];
    for (int i = 0; i < ranked.length; i++) {
      ranked[i] = new Ranked(rankOf[shapes[i].id()], pods.get(i), shapes[i]);
    }
    Arrays.sort(ranked);
    return ranked;
  }

  /// Each shape once, at the place of its number.
  private static PodShape[] distinct(PodShape[] shapes) {
    int count = 0;
    for (PodShape shape : shapes) count = Math.max(count, shape.id() + 1);
    PodShape[] distinct = new PodShape[count];
    for (PodShape shape : shapes) distinct[shape.id()] = shape;
    return distinct;
  }

  private static List<Pod> pods(Ranked[] ranked) {
    List<Pod> pods = new ArrayList<>(ranked.length);
    for (Ranked one : ranked) pods.add(one.pod);
    return pods;
  }
}
