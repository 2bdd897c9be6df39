package karpenter.core.bound;

import java.util.List;
import java.util.SortedMap;

/// A bound's proof as plain data, with pods by uid, ready to be written down.
public record Certificate(
    SortedMap<String, Double> prices,
    List<PodPrices> classes,
    List<SlotPrice> exclusive,
    List<PodPrice> pods,
    List<QuotaPrice> quotas) {

  public record PodPrices(SortedMap<String, Double> prices, List<String> pods) {}

  public record SlotPrice(
      String name, String reason, int perNode, double price, List<String> pods) {}

  public record PodPrice(double price, List<String> pods) {}

  public record QuotaPrice(
      String pool, String resource, Quota.Sense sense, double amount, double price) {}
}
