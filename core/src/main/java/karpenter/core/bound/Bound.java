package karpenter.core.bound;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.pod.Pod;

/// The least that any valid placement of the same pods can cost an hour, with the prices that prove
/// it (docs/bound.md). Cost is what instances cost and what comes with being a node.
///
/// @param value dollars an hour
/// @param planned what the placement at hand costs
/// @param plannedPrice the part of it that instances cost
/// @param prices of a unit of each resource (core, byte, piece) for pods that no class lists
/// @param classes pods that pay other prices because they can use other nodes
/// @param exclusives pods that share a node with few of their group, and may pay for that
/// @param pods what whole pods pay, instead of what they request
/// @param quotas what NodePool limits are worth
/// @param withoutOrder the bound for placements that need not fill NodePools in the order of their
///   weights, where the plan fills some
public record Bound(
    double value,
    double planned,
    double plannedPrice,
    SortedMap<String, Double> prices,
    List<PodPrices> classes,
    List<SlotPrice> exclusives,
    List<PodPrice> pods,
    List<QuotaPrice> quotas,
    OptionalDouble withoutOrder) {

  public Bound {
    prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
    classes = List.copyOf(classes);
    exclusives = List.copyOf(exclusives);
    pods = List.copyOf(pods);
    quotas = List.copyOf(quotas);
  }

  static Bound nothing(double planned, double plannedPrice) {
    return new Bound(
        0,
        planned,
        plannedPrice,
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        OptionalDouble.empty());
  }

  Bound withoutOrder(double least) {
    return new Bound(
        value,
        planned,
        plannedPrice,
        prices,
        classes,
        exclusives,
        pods,
        quotas,
        OptionalDouble.of(least));
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

  /// @param price what each of the pods pays
  public record PodPrice(double price, List<Pod> pods) {
    public PodPrice {
      pods = List.copyOf(pods);
    }
  }

  /// @param price of a unit: what a node of a limited NodePool must bring in beside its cost, or
  ///   what one of a NodePool to be filled need not
  public record QuotaPrice(Quota quota, double price) {}

  public Gap gap() {
    return new Gap(planned, value, plannedPrice);
  }

  /// `In the order of NodePool weights (first filled: spot) at least $1.10/h is needed, without it
  /// $0.90/h`, where the order makes a difference.
  public Optional<String> orderSentence() {
    var filled =
        quotas.stream()
            .map(QuotaPrice::quota)
            .filter(quota -> quota.sense() == Quota.Sense.AT_LEAST)
            .map(Quota::pool)
            .distinct()
            .toList();
    if (withoutOrder.isEmpty() || filled.isEmpty()) return Optional.empty();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "in the order of NodePool weights (filled first: %s) at least $%.2f/h is needed, without it $%.2f/h",
            String.join(", ", filled),
            value,
            withoutOrder.getAsDouble()));
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
            .toList(),
        pods.stream().map(p -> new Certificate.PodPrice(p.price(), uids(p.pods()))).toList(),
        quotas.stream()
            .map(
                q ->
                    new Certificate.QuotaPrice(
                        q.quota().pool(),
                        q.quota().resource(),
                        q.quota().sense(),
                        q.quota().amount(),
                        q.price()))
            .toList());
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(Pod::uid).toList();
  }
}
