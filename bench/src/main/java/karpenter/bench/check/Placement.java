package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The answer of one engine.
record Placement(
    List<Claim> claims,
    List<OnNode> existing,
    List<String> unplaced,
    List<String> order,
    Optional<Bound> bound) {

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

  /// A lower bound on the price of the new nodes, with the resource prices that prove it.
  record Bound(double value, SortedMap<String, Double> prices) {
    private static Bound read(JsonNode json) {
      var prices = new TreeMap<String, Double>();
      var listed = Json.find(json, "certificate").orElse(json).path("prices");
      for (Map.Entry<String, JsonNode> price : listed.properties())
        prices.put(price.getKey(), price.getValue().asDouble());
      return new Bound(json.path("value").asDouble(), prices);
    }
  }

  static Placement read(Path file) throws IOException {
    var json = Json.read(file);
    var claims = Json.items(json.path("claims"));
    return new Placement(
        IntStream.range(0, claims.size())
            .mapToObj(index -> Claim.read(index, claims.get(index)))
            .toList(),
        Json.items(json.path("existing"), OnNode::read),
        Json.items(json.path("unplaced"), unplaced -> Json.text(unplaced, "pod")),
        Json.texts(json.path("order")),
        Json.find(json, "bound").map(Bound::read));
  }
}
