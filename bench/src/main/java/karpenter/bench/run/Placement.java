package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where every pod goes, in the JSON form both sides write (`docs/workload-format.md`).
///
/// @param order UIDs in an order in which the pods can be bound, if this side tells one
/// @param bound a proven lower bound on the cost of any placement, if this side offers one
/// @param equalServiceBound the same for placements that serve the pods as well, where it is higher
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Placement(
    List<Claim> claims,
    List<OnNode> existing,
    List<Unplaced> unplaced,
    @Nullable List<String> order,
    @Nullable Bound bound,
    @Nullable Bound equalServiceBound) {

  public Placement(
      List<Claim> claims,
      List<OnNode> existing,
      List<Unplaced> unplaced,
      @Nullable List<String> order,
      @Nullable Bound bound) {
    this(claims, existing, unplaced, order, bound, null);
  }

  /// A node to buy.
  ///
  /// @param instanceTypes cheapest first
  /// @param pods UIDs in the order of placement
  /// @param price of the cheapest available offering the requirements allow; null if there is none
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Claim(
      String nodepool,
      List<String> instanceTypes,
      List<Requirement> requirements,
      List<String> pods,
      @Nullable Double price) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Requirement(
      String key, String operator, @Nullable List<String> values, @Nullable Integer minValues) {}

  public record OnNode(String node, List<String> pods) {}

  public record Unplaced(String pod, String error) {}

  /// A cost below which no valid placement exists, or none that serves the pods as well, with its
  /// proof (`docs/bound.md`).
  public record Bound(double value, Certificate certificate) {}

  /// Prices under which no type offers more value than it costs.
  ///
  /// @param prices per resource, for pods that no class lists
  /// @param classes pods with prices of their own
  /// @param exclusive pods that also pay for a place on a node that few of them can share
  /// @param pods what whole pods pay, instead of what they request
  /// @param quotas what NodePool limits are worth
  /// @param granted what pods have at equal service
  public record Certificate(
      SortedMap<String, Double> prices,
      List<PodPrices> classes,
      List<SlotPrice> exclusive,
      List<PodPrice> pods,
      List<QuotaPrice> quotas,
      List<Granted> granted) {
    public static Certificate of(Map<String, Double> prices) {
      return new Certificate(
          new TreeMap<>(prices), List.of(), List.of(), List.of(), List.of(), List.of());
    }
  }

  public record PodPrices(SortedMap<String, Double> prices, List<String> pods) {}

  public record SlotPrice(
      String name, String reason, int perNode, double price, List<String> pods) {}

  public record PodPrice(double price, List<String> pods) {}

  public record QuotaPrice(String pool, String resource, double amount, double price) {}

  /// @param nodePools that may buy a node for the pods; empty where all may
  /// @param wishes preferred node affinity that holds
  public record Granted(
      List<String> nodePools, List<List<Requirement>> wishes, List<String> pods) {}

  /// Hourly price of the claims. A claim nobody sells makes the sum meaningless, and the checker
  /// says so.
  @JsonIgnore
  public double price() {
    return claims.stream().mapToDouble(claim -> claim.price() == null ? 0 : claim.price()).sum();
  }

  /// Price, and what every claim costs beside it.
  public double cost(double nodeCost) {
    return price() + nodeCost * claims.size();
  }
}
