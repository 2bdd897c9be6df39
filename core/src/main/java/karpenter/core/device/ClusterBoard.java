package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The devices that drivers have published, compiled once per solve.
final class ClusterBoard {
  final Budgets budgets = new Budgets();

  /// What claims allocated in the cluster take of each budget.
  final Map<Integer, BigDecimal> takenAtStart = new HashMap<>();

  private final List<Offer> all = new ArrayList<>();
  private final List<Reach> faulty = new ArrayList<>();
  private final Map<String, List<Offer>> byNode = new HashMap<>();

  private record PoolKey(String driver, String pool) implements Comparable<PoolKey> {
    @Override
    public int compareTo(PoolKey other) {
      int byDriver = driver.compareTo(other.driver);
      return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
    }
  }

  ClusterBoard(Devices devices) {
    var pools = new TreeMap<PoolKey, List<DeviceSlice>>();
    for (DeviceSlice slice : devices.slices()) {
      pools
          .computeIfAbsent(new PoolKey(slice.driver(), slice.pool()), _ -> new ArrayList<>())
          .add(slice);
    }
    pools.forEach((key, slices) -> add(key, newest(slices), devices.kinds()));
    takeAllocated(devices);
  }

  private static List<DeviceSlice> newest(List<DeviceSlice> slices) {
    long generation = slices.stream().mapToLong(DeviceSlice::generation).max().orElse(0);
    return slices.stream()
        .filter(slice -> slice.generation() == generation)
        .sorted(Comparator.comparing(DeviceSlice::name))
        .toList();
  }

  private void add(PoolKey key, List<DeviceSlice> slices, DeviceKinds kinds) {
    var shared = slices.stream().flatMap(slice -> slice.sharedCounters().stream()).toList();
    var batches =
        slices.stream()
            .filter(slice -> slice.sharedCounters().isEmpty())
            .map(slice -> new Budgets.Batch(slice.devices(), slice.reach()))
            .toList();
    boolean isComplete = slices.size() == slices.getFirst().sliceCount();
    if (isComplete && Budgets.isValid(shared, batches)) {
      all.addAll(budgets.offers(key.driver(), key.pool(), shared, batches, kinds, false));
    } else {
      batches.forEach(batch -> faulty.add(batch.reach()));
    }
  }

  /// A device takes of its pool's counters once, however many claims share it.
  private void takeAllocated(Devices devices) {
    Map<DeviceId, Offer> byId = new HashMap<>();
    for (Offer offer : all) byId.put(offer.id, offer);
    Set<DeviceId> seen = new HashSet<>();
    for (DeviceClaim claim : devices.claims().values()) {
      if (!(claim.state() instanceof ClaimState.Allocated(_, var uses, _))) continue;
      for (ClaimState.Use use : uses) {
        Offer offer = byId.get(use.device());
        if (offer == null) continue;
        for (Draw.Part part : offer.taken(use.consumed(), seen.add(offer.id))) {
          takenAtStart.merge(part.budget(), part.amount(), BigDecimal::add);
        }
      }
    }
  }

  /// The devices a node of this name might use, in the order they are tried; the empty name stands
  /// for a node that is not there yet.
  List<Offer> offersFor(String node) {
    return byNode.computeIfAbsent(
        node,
        name ->
            all.stream()
                .filter(offer -> !(offer.reach instanceof Reach.OnNode(var on)) || on.equals(name))
                .toList());
  }

  /// From where pools are seen of which it is not known what they hold.
  List<Reach> faulty() {
    return faulty;
  }
}
