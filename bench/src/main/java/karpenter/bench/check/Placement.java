package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The answer of one engine.
record Placement(
    List<Claim> claims,
    List<OnNode> existing,
    List<String> unplaced,
    List<String> order,
    Optional<Bound> bound,
    Optional<Bound> equalServiceBound) {

  /// A node to buy. `index` names it in faults, as claims have no names yet.
  record Claim(
      int index,
      String pool,
      List<String> types,
      Requirements requirements,
      List<String> pods,
      OptionalDouble price) {

    String name() {
      return "claim " + index;
    }

    private static Claim read(int index, JsonNode json) {
      return new Claim(
          index,
          Json.text(json, "nodepool"),
          Json.texts(json.path("instanceTypes")),
          Json.requirements(json.path("requirements")),
          Json.texts(json.path("pods")),
          json.path("price").isNumber()
              ? OptionalDouble.of(json.path("price").asDouble())
              : OptionalDouble.empty());
    }
  }

  record OnNode(String node, List<String> pods) {
    private static OnNode read(JsonNode json) {
      return new OnNode(Json.text(json, "node"), Json.texts(json.path("pods")));
    }
  }

  /// A lower bound on the price of the new nodes, with the prices that prove it.
  ///
  /// @param prices per resource, for pods that no class lists
  /// @param pods what whole pods pay, instead of what they request
  /// @param granted what pods have at equal service, beside keeping apart
  record Bound(
      double value,
      SortedMap<String, Double> prices,
      List<PodPrices> classes,
      List<SlotPrice> exclusives,
      List<PodPrice> pods,
      List<QuotaPrice> quotas,
      List<Granted> granted) {
    private static Bound read(JsonNode json) {
      var certificate = Json.find(json, "certificate").orElse(json);
      return new Bound(
          json.path("value").asDouble(),
          prices(certificate),
          Json.items(certificate.path("classes"), PodPrices::read),
          Json.items(certificate.path("exclusive"), SlotPrice::read),
          Json.items(certificate.path("pods"), PodPrice::read),
          Json.items(certificate.path("quotas"), QuotaPrice::read),
          Json.items(certificate.path("granted"), Granted::read));
    }

    private static SortedMap<String, Double> prices(JsonNode json) {
      var prices = new TreeMap<String, Double>();
      for (Map.Entry<String, JsonNode> price : json.path("prices").properties())
        prices.put(price.getKey(), price.getValue().asDouble());
      return prices;
    }
  }

  /// Pods that pay prices of their own.
  record PodPrices(SortedMap<String, Double> prices, Set<String> pods) {
    private static PodPrices read(JsonNode json) {
      return new PodPrices(Bound.prices(json), new HashSet<>(Json.texts(json.path("pods"))));
    }
  }

  /// Pods of which a node is said to take only so many, and what each pays for its place.
  record SlotPrice(String name, int perNode, double price, Set<String> pods) {
    private static SlotPrice read(JsonNode json) {
      return new SlotPrice(
          Json.text(json, "name"),
          json.path("perNode").asInt(1),
          json.path("price").asDouble(),
          new HashSet<>(Json.texts(json.path("pods"))));
    }
  }

  /// What each of some pods pays.
  record PodPrice(double price, Set<String> pods) {
    private static PodPrice read(JsonNode json) {
      return new PodPrice(
          json.path("price").asDouble(), new HashSet<>(Json.texts(json.path("pods"))));
    }
  }

  /// What a unit of a NodePool's limit is said to be worth, and how much of it new nodes may take.
  record QuotaPrice(String pool, String resource, double amount, double price) {
    private static QuotaPrice read(JsonNode json) {
      return new QuotaPrice(
          Json.text(json, "pool"),
          Json.text(json, "resource"),
          json.path("amount").asDouble(),
          json.path("price").asDouble());
    }

    /// What a node of this capacity has to pay for its part of the quota.
    double charge(Pool buyer, Resources capacity) {
      return buyer.name().equals(pool) ? price * units(resource, capacity) : 0;
    }

    /// In cores, bytes or pieces.
    static double units(String resource, Resources capacity) {
      if (resource.equals(Resources.NODES)) return 1;
      return resource.equals(Resources.CPU)
          ? capacity.get(resource) / 1000.0
          : capacity.get(resource);
    }
  }

  /// What pods are said to have here beyond what they must have.
  ///
  /// @param nodePools that may buy a node for them; empty where all may
  /// @param wishes preferred node affinity that holds
  record Granted(Set<String> nodePools, List<Requirements> wishes, Set<String> pods) {
    static final Granted NOTHING = new Granted(Set.of(), List.of(), Set.of());

    private static Granted read(JsonNode json) {
      return new Granted(
          new HashSet<>(Json.texts(json.path("nodePools"))),
          Json.items(json.path("wishes"), Json::requirements),
          new HashSet<>(Json.texts(json.path("pods"))));
    }
  }

  /// The same without some pods: claims that were bought for nobody else are gone, too.
  Placement without(Set<String> pods) {
    var kept = new ArrayList<Claim>();
    for (var claim : claims) {
      var stay = claim.pods().stream().filter(pod -> !pods.contains(pod)).toList();
      if (!stay.isEmpty())
        kept.add(
            new Claim(
                claim.index(),
                claim.pool(),
                claim.types(),
                claim.requirements(),
                stay,
                claim.price()));
    }
    var onNodes =
        existing.stream()
            .map(
                use ->
                    new OnNode(
                        use.node(),
                        use.pods().stream().filter(pod -> !pods.contains(pod)).toList()))
            .toList();
    return new Placement(kept, onNodes, unplaced, order, Optional.empty(), Optional.empty());
  }

  static Placement read(Path file) throws IOException {
    return read(Json.read(file));
  }

  static Placement read(JsonNode json) {
    var claims = Json.items(json.path("claims"));
    return new Placement(
        IntStream.range(0, claims.size())
            .mapToObj(index -> Claim.read(index, claims.get(index)))
            .toList(),
        Json.items(json.path("existing"), OnNode::read),
        Json.items(json.path("unplaced"), unplaced -> Json.text(unplaced, "pod")),
        Json.texts(json.path("order")),
        Json.find(json, "bound").map(Bound::read),
        Json.find(json, "equalServiceBound").map(Bound::read));
  }
}
