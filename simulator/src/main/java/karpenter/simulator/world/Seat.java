package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Preference;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// A node and the pods on it, while pods are being placed.
final class Seat {
  private final NodeFacts node;
  private final int slot;
  private final List<Taint> taints;
  private final boolean hasSoftTaints;
  private final Map<String, PodFacts> pods = new LinkedHashMap<>();
  private final Map<String, PodFacts> avoiding = new LinkedHashMap<>();
  private final List<PodFacts> nominated = new ArrayList<>();

  // Sums over the pods, because whoever scores nodes asks for them of every node.
  private final Map<String, PodFacts> wishing = new LinkedHashMap<>();
  private final Map<Kin, Integer> kin = new HashMap<>();
  private final Crowd crowd;
  private Resources free;
  private int withPorts;
  private int silentCpu;
  private int silentMemory;

  // Asked of every node for every pod.
  private final long allCpu;
  private final long allMemory;
  private long freeCpu;
  private long freeMemory;
  private int leastPriority = Integer.MAX_VALUE;
  private int ofLeastPriority;

  /// Those of one owner in one namespace.
  record Kin(String namespace, String owner) {}

  /// What is true of all nodes and the pods on them. Mostly nobody has wishes about others, and
  /// then no node need be asked.
  static final class Crowd {
    private int avoiding;
    private int wishing;
    private int softlyTainted;
    private @Nullable Seat[] seats = new Seat[0];
    private long[] versions = new long[0];
    private int[] order = new int[0];
    private long changes;

    boolean avoids() {
      return avoiding > 0;
    }

    boolean wishes() {
      return wishing > 0;
    }

    /// Whether some node would rather not have everybody.
    boolean hasSoftTaints() {
      return softlyTainted > 0;
    }

    /// All slots are below this.
    int slots() {
      return seats.length;
    }

    /// Those that are taken, in the order of the names.
    int[] order() {
      return order;
    }

    void order(List<Seat> inOrder) {
      order = inOrder.stream().mapToInt(Seat::slot).toArray();
    }

    /// @param slot one that is taken
    Seat seat(int slot) {
      return Objects.requireNonNull(seats[slot]);
    }

    /// Another one whenever what is free in the slot, or who is there, changes. No two are ever the
    /// same, and none is zero.
    long version(int slot) {
      return versions[slot];
    }

    private void enter(Seat seat) {
      if (seat.slot >= seats.length) {
        int size = Math.max(seat.slot + 1, seats.length * 2);
        seats = Arrays.copyOf(seats, size);
        versions = Arrays.copyOf(versions, size);
      }
      seats[seat.slot] = seat;
    }

    private void changed(int slot) {
      versions[slot] = ++changes;
    }
  }

  /// @param slot a number no other node of the crowd has, and that is small
  Seat(NodeFacts node, int slot, Crowd crowd) {
    this.node = node;
    this.slot = slot;
    this.crowd = crowd;
    this.taints = node.taints().stream().map(NodeTaint::taint).toList();
    this.hasSoftTaints =
        taints.stream().anyMatch(taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE);
    crowd.softlyTainted += hasSoftTaints ? 1 : 0;
    crowd.enter(this);
    this.allCpu = node.allocatable().get(Resources.CPU);
    this.allMemory = node.allocatable().get(Resources.MEMORY);
    free(node.allocatable());
  }

  private void free(Resources left) {
    free = left;
    freeCpu = left.get(Resources.CPU);
    freeMemory = left.get(Resources.MEMORY);
    crowd.changed(slot);
  }

  /// It counts no more.
  void leaveCrowd() {
    crowd.avoiding -= avoiding.size();
    crowd.wishing -= wishing.size();
    crowd.softlyTainted -= hasSoftTaints ? 1 : 0;
    crowd.seats[slot] = null;
  }

  void add(PodFacts pod) {
    if (pods.put(pod.uid(), pod) != null) {
      throw new IllegalStateException(pod.fullName() + " is on " + name() + " already");
    }
    if (!pod.spec().antiAffinity().isEmpty()) {
      avoiding.put(pod.uid(), pod);
      crowd.avoiding++;
    }
    if (hasWishes(pod)) {
      wishing.put(pod.uid(), pod);
      crowd.wishing++;
    }
    free(free.minus(pod.spec().requests()));
    count(pod, 1);
    int priority = pod.spec().priority();
    if (priority < leastPriority) {
      leastPriority = priority;
      ofLeastPriority = 0;
    }
    ofLeastPriority += priority == leastPriority ? 1 : 0;
  }

  private void count(PodFacts pod, int by) {
    var requests = pod.spec().requests();
    silentCpu += requests.get(Resources.CPU) == 0 ? by : 0;
    silentMemory += requests.get(Resources.MEMORY) == 0 ? by : 0;
    withPorts += pod.spec().hostPorts().isEmpty() ? 0 : by;
    if (!pod.isTerminating() && !pod.owners().isEmpty()) {
      pod.owners().stream()
          .map(Owner::uid)
          .distinct()
          .forEach(uid -> kin.merge(new Kin(pod.namespace(), uid), by, Seat::sum));
    }
  }

  /// Nothing is kept for those who are not here any more.
  private static @Nullable Integer sum(int before, int by) {
    return before + by == 0 ? null : before + by;
  }

  private static boolean hasWishes(PodFacts pod) {
    return !pod.spec().affinity().isEmpty()
        || (!pod.spec().preferences().isEmpty()
            && pod.spec().preferences().stream().anyMatch(p -> !(p instanceof Preference.OfNode)));
  }

  void remove(PodFacts pod) {
    var there = pods.remove(pod.uid());
    if (there == null) {
      return;
    }
    crowd.avoiding -= avoiding.remove(pod.uid()) == null ? 0 : 1;
    crowd.wishing -= wishing.remove(pod.uid()) == null ? 0 : 1;
    free(free.plus(there.spec().requests()));
    count(there, -1);
    if (there.spec().priority() == leastPriority && --ofLeastPriority == 0) {
      findLeastPriority();
    }
  }

  private void findLeastPriority() {
    leastPriority = Integer.MAX_VALUE;
    for (var pod : pods.values()) {
      leastPriority = Math.min(leastPriority, pod.spec().priority());
    }
    for (var pod : pods.values()) {
      ofLeastPriority += pod.spec().priority() == leastPriority ? 1 : 0;
    }
  }

  /// A pod that is here, as it is now. Mostly it has begun to run, and takes what it took before.
  void renew(PodFacts pod) {
    var before = pods.get(pod.uid());
    if (before != null && takesTheSame(before, pod)) {
      pods.put(pod.uid(), pod);
      avoiding.replace(pod.uid(), pod);
      wishing.replace(pod.uid(), pod);
    } else {
      remove(pod);
      add(pod);
    }
  }

  @SuppressWarnings("ReferenceEquality") // equal specs that are two count as different, no worse
  private static boolean takesTheSame(PodFacts before, PodFacts pod) {
    return before.spec() == pod.spec()
        && before.isTerminating() == pod.isTerminating()
        && before.owners().equals(pod.owners());
  }

  /// Somebody was made to go for this pod, which is to come here.
  void nominate(PodFacts pod) {
    nominated.add(pod);
    crowd.changed(slot);
  }

  void forget(PodFacts pod) {
    nominated.remove(pod);
  }

  NodeFacts node() {
    return node;
  }

  String name() {
    return node.name();
  }

  int slot() {
    return slot;
  }

  /// See [Crowd#version].
  long version() {
    return crowd.version(slot);
  }

  Collection<PodFacts> pods() {
    return pods.values();
  }

  /// Those that do not want certain others near them.
  Collection<PodFacts> avoiding() {
    return avoiding.values();
  }

  /// Those that want others near them, or would like them to be near or not to be.
  Collection<PodFacts> wishing() {
    return wishing.values();
  }

  /// How many of them are here and stay.
  int count(Kin which) {
    return kin.getOrDefault(which, 0);
  }

  /// How many pods here ask for no cpu.
  int silentCpu() {
    return silentCpu;
  }

  /// How many pods here ask for no memory.
  int silentMemory() {
    return silentMemory;
  }

  /// Those that are to come, in no order.
  List<PodFacts> nominated() {
    return nominated;
  }

  /// Whether a port of the machine itself is taken.
  boolean hasPorts() {
    return withPorts > 0;
  }

  List<Taint> taints() {
    return taints;
  }

  /// Nobody here matters less than this.
  int leastPriority() {
    return leastPriority;
  }

  long allCpu() {
    return allCpu;
  }

  long allMemory() {
    return allMemory;
  }

  long freeCpu() {
    return freeCpu;
  }

  long freeMemory() {
    return freeMemory;
  }

  long usedCpu() {
    return allCpu - freeCpu;
  }

  long usedMemory() {
    return allMemory - freeMemory;
  }

  /// The domain it is in.
  @Nullable String domain(String key) {
    return node.meta().labels().get(key);
  }

  /// Those who were promised room and matter as much count as if they were there.
  boolean hasRoomFor(PodFacts pod) {
    var asked = pod.spec().requests();
    for (var other : nominated) {
      if (other.spec().priority() >= pod.spec().priority() && !other.uid().equals(pod.uid())) {
        asked = asked.plus(other.spec().requests());
      }
    }
    return asked.fits(free);
  }
}
