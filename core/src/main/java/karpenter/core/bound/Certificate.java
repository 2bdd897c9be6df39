package karpenter.core.bound;

import java.util.List;
import java.util.SortedMap;
import karpenter.core.requirement.RequirementTerm;

/// A bound's proof as plain data, with pods by uid, ready to be written down.
public record Certificate(
    SortedMap<String, Double> prices,
    List<PodPrices> classes,
    List<SlotPrice> exclusive,
    List<PodPrice> pods,
    List<QuotaPrice> quotas,
    List<Granted> granted) {

  public record PodPrices(SortedMap<String, Double> prices, List<String> pods) {}

  public record SlotPrice(
      String name, String reason, int perNode, double price, List<String> pods) {}

  public record PodPrice(double price, List<String> pods) {}

  public record QuotaPrice(String pool, String resource, double amount, double price) {}

  /// @param nodePools that may buy a node for the pods; empty where all may
  /// @param wishes preferred node affinity that holds, each as its terms
  public record Granted(
      List<String> nodePools, List<List<RequirementTerm>> wishes, List<String> pods) {}
}
