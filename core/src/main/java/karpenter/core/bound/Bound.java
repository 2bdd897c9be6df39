package karpenter.core.bound;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;

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
/// @param granted what placements must give some pods beyond what they must have; nothing where the
///   bound holds for all valid placements
public record Bound(
    double value,
    double planned,
    double plannedPrice,
    SortedMap<String, Double> prices,
    List<PodPrices> classes,
    List<SlotPrice> exclusives,
    List<PodPrice> pods,
    List<QuotaPrice> quotas,
    List<Granted> granted) {

  public Bound {
    prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
    classes = List.copyOf(classes);
    exclusives = List.copyOf(exclusives);
    pods = List.copyOf(pods);
    quotas = List.copyOf(quotas);
    granted = List.copyOf(granted);
  }

  static Bound nothing(Placement plan) {
    return new Bound(
        0,
        plan.cost(),
        plan.price(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  Bound granting(List<Granted> more) {
    return new Bound(value, planned, plannedPrice, prices, classes, exclusives, pods, quotas, more);
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

  /// @param price of a unit: what a node of a limited NodePool must bring in beside its cost
  public record QuotaPrice(Quota quota, double price) {}

  /// What pods have at equal service.
  ///
  /// @param nodePools that may buy a node for them; empty where all may
  /// @param wishes preferred node affinity that holds
  public record Granted(List<String> nodePools, List<Requirements> wishes, List<Pod> pods) {
    public Granted {
      nodePools = List.copyOf(nodePools);
      wishes = List.copyOf(wishes);
      pods = List.copyOf(pods);
    }
  }

  public Gap gap() {
    return new Gap(planned, value, plannedPrice);
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
                        q.quota().pool(), q.quota().resource(), q.quota().amount(), q.price()))
            .toList(),
        granted.stream()
            .map(
                g ->
                    new Certificate.Granted(
                        g.nodePools(),
                        g.wishes().stream().map(Requirements::toTerms).toList(),
                        uids(g.pods())))
            .toList());
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(Pod::uid).toList();
  }
}
