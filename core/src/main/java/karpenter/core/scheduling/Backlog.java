package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.PodOrder.Priority;
import org.jspecify.annotations.Nullable;

/// The pods of a run that still wait for a place and for which nodes can be planned: not those that
/// claim devices. Mutable, owned by one run.
final class Backlog {
  /// Pods of one class.
  static final class Waiting {
    final PodClass podClass;
    final Alike alike;

    /// The first profile that some new node could satisfy: how its pods ask for one.
    final Profile profile;

    final int profileIndex;

    /// How many of them one node may take.
    final int perNode;

    /// Whether that is because they keep apart from one another.
    final boolean keepsApart;

    private final List<Pod> pods = new ArrayList<>();
    private int next;
    int count;

    private Waiting(PodClass podClass, Alike alike, Profile profile, int profileIndex, int count) {
      this.podClass = podClass;
      this.alike = alike;
      this.profile = profile;
      this.profileIndex = profileIndex;
      this.count = count;
      this.perNode = PerNode.of(podClass, profile, count);
      this.keepsApart = perNode < count;
    }
  }

  /// Pods that ask for the same, topology aside.
  static final class Alike {
    final Ask ask;

    /// Among the others of its backlog.
    final int number;

    /// What one of them costs at best (see [Shares]).
    double share;

    final int tier;
    final List<Waiting> classes = new ArrayList<>();

    /// How many of them one node of any size could take.
    int forOneNode;

    private Alike(Ask ask, int number, double share, int tier) {
      this.ask = ask;
      this.number = number;
      this.share = share;
      this.tier = tier;
    }
  }

  private static final Comparator<Alike> BY_SHARE =
      Comparator.comparingDouble((Alike one) -> one.share).reversed();

  private final Batch batch;

  /// The pools whose limits are reached, now and when shares were worked out.
  private final long[] full;

  private final long[] fullThen;
  private final Map<PodClass, Waiting> classes = new IdentityHashMap<>();
  private final Set<Pod> placed;

  /// Those with the largest share first.
  final List<Alike> alike = new ArrayList<>();

  /// How often shares were worked out anew.
  int prices;

  /// The mean share of those that wait.
  double meanShare;

  Backlog(Batch batch, List<Pod> order, Priority priority, long[] full) {
    this.batch = batch;
    this.full = full;
    this.fullThen = full.clone();
    this.placed = Collections.newSetFromMap(new IdentityHashMap<>(order.size()));
    Map<PodClass, Integer> counts = new IdentityHashMap<>();
    for (Pod pod : order) counts.merge(batch.classOf(pod), 1, Integer::sum);
    record Key(Ask ask, int tier) {}
    Map<Key, Alike> known = new LinkedHashMap<>();
    double sum = 0;
    int planned = 0;
    for (Pod pod : order) {
      PodClass podClass = batch.classOf(pod);
      Waiting waiting = classes.get(podClass);
      if (waiting == null) {
        if (counts.get(podClass) == null) continue; // it cannot be planned for
        int index = batch.shares().firstPossible(podClass);
        if (index < 0) {
          counts.remove(podClass);
          continue;
        }
        Profile profile = podClass.profile(index, batch.profiles);
        int tier = tier(podClass, priority);
        Alike same =
            known.computeIfAbsent(
                new Key(profile.ask(), tier),
                key ->
                    new Alike(
                        key.ask(), known.size(), batch.shares().of(key.ask(), full), key.tier()));
        int count = counts.get(podClass);
        waiting = new Waiting(podClass, same, profile, index, count);
        classes.put(podClass, waiting);
        same.classes.add(waiting);
        same.forOneNode += Math.min(count, waiting.perNode);
      }
      waiting.pods.add(pod);
      sum += waiting.alike.share;
      planned++;
    }
    alike.addAll(known.values());
    alike.sort(BY_SHARE);
    meanShare = planned == 0 ? 0 : sum / planned;
  }

  /// Pods fill only nodes of pods that come no later than they do.
  private static int tier(PodClass podClass, Priority priority) {
    if (podClass.spec.isVirtual()) return Integer.MIN_VALUE;
    return priority == Priority.FIRST ? podClass.spec.priority() : Integer.MAX_VALUE;
  }

  double share(Ask ask) {
    return batch.shares().of(ask, full);
  }

  /// Works the shares out anew if the limits of a pool were reached since.
  void reprice() {
    if (Arrays.equals(full, fullThen)) return;
    System.arraycopy(full, 0, fullThen, 0, full.length);
    prices++;
    double sum = 0;
    int count = 0;
    for (Alike one : alike) {
      one.share = batch.shares().of(one.ask, full);
      if (one.share == Double.POSITIVE_INFINITY) continue;
      for (Waiting waiting : one.classes) {
        sum += waiting.count * one.share;
        count += waiting.count;
      }
    }
    meanShare = count == 0 ? 0 : sum / count;
    alike.sort(BY_SHARE);
  }

  @Nullable Waiting of(PodClass podClass) {
    return classes.get(podClass);
  }

  boolean isPlaced(Pod pod) {
    return placed.contains(pod);
  }

  @Nullable Pod first(Waiting waiting) {
    while (waiting.next < waiting.pods.size() && isPlaced(waiting.pods.get(waiting.next))) {
      waiting.next++;
    }
    return waiting.next < waiting.pods.size() ? waiting.pods.get(waiting.next) : null;
  }

  void placed(Pod pod, PodClass podClass) {
    placed.add(pod);
    Waiting waiting = classes.get(podClass);
    if (waiting == null || waiting.count == 0) return;
    waiting.count--;
    if (waiting.count < waiting.perNode) waiting.alike.forOneNode--;
  }
}
