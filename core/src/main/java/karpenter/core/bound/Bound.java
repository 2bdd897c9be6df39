package karpenter.core.bound;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.pod.Pod;

/// The least that any valid placement of the same pods can cost an hour, with the prices that prove
/// it (docs/bound.md).
///
/// @param value dollars an hour
/// @param planned what the placement at hand costs
/// @param prices of a unit of each resource (core, byte, piece) for pods that no class lists
/// @param classes pods that pay other prices because they can use other nodes
/// @param exclusives pods that besides pay for having a node to themselves
public record Bound(
    double value,
    double planned,
    SortedMap<String, Double> prices,
    List<PodPrices> classes,
    List<SlotPrice> exclusives) {

  public Bound {
    prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
    classes = List.copyOf(classes);
    exclusives = List.copyOf(exclusives);
  }

  public record PodPrices(SortedMap<String, Double> prices, List<Pod> pods) {
    public PodPrices {
      prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
      pods = List.copyOf(pods);
    }
  }

  /// @param name `exclusive:1` and so on
  /// @param perNode how many of the pods one node takes
  /// @param price of each place
  public record SlotPrice(
      String name, Exclusion exclusion, int perNode, double price, List<Pod> pods) {
    public SlotPrice {
      pods = List.copyOf(pods);
    }
  }

  public Gap gap() {
    return new Gap(planned, value);
  }

  /// What a verifier needs besides the problem and the placement.
  public Certificate certificate() {
    return new Certificate(
        prices,
        classes.stream().map(c -> new Certificate.PodPrices(c.prices(), uids(c.pods()))).toList(),
        exclusives.stream()
            .map(
                e ->
                    new Certificate.SlotPrice(
                        e.name(), e.exclusion().sentence(), e.perNode(), e.price(), uids(e.pods())))
            .toList());
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(Pod::uid).toList();
  }
}
