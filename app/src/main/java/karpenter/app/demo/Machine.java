package karpenter.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import karpenter.api.Labels;
import karpenter.simulator.kube.Metas;

/// A machine that was bought, as its claim tells.
///
/// @param price an hour
record Machine(
    String providerId,
    String claim,
    String pool,
    String type,
    String zone,
    String capacity,
    double price) {

  static Machine of(JsonNode claim, PriceList prices) {
    var labels = claim.at("/metadata/labels");
    return new Machine(
        claim.at("/status/providerID").asText(),
        Metas.name(claim),
        labels.path(Labels.NODE_POOL).asText(),
        labels.path(Labels.INSTANCE_TYPE).asText(),
        labels.path(Labels.ZONE).asText(),
        labels.path(Labels.CAPACITY_TYPE).asText(),
        prices.of(labels));
  }

  /// The name its Node has, or will have.
  String name() {
    return providerId.substring(providerId.lastIndexOf('/') + 1);
  }

  boolean isSpot() {
    return capacity.equals(Labels.SPOT);
  }

  /// Such as `c-4x-arm64-linux, spot, test-zone-a, $0.1234/h`.
  String sentence() {
    return "%s, %s, %s, %s".formatted(type, capacity, zone, Money.perHour(price));
  }
}
