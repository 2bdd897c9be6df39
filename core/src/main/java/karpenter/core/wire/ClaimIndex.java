package karpenter.core.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the NodeClaim of a Node: by provider id, or by the node's name.
final class ClaimIndex {
  private final Map<String, Item> byProviderId = new HashMap<>();
  private final Map<String, Item> byNode = new HashMap<>();
  private final Set<Item> free = new LinkedHashSet<>();

  ClaimIndex(List<Item> claims) {
    for (var claim : claims) {
      free.add(claim);
      put(byProviderId, claim.place().get("status", "providerID").text(""), claim);
      put(byNode, claim.place().get("status", "nodeName").text(""), claim);
    }
  }

  private static void put(Map<String, Item> index, String key, Item claim) {
    if (!key.isEmpty()) {
      index.putIfAbsent(key, claim);
    }
  }

  Optional<Item> take(Item node) {
    var providerId = node.place().get("spec", "providerID").text("");
    var claim =
        Optional.ofNullable(byProviderId.get(providerId))
            .or(() -> Optional.ofNullable(byNode.get(node.name())));
    claim.ifPresent(free::remove);
    return claim;
  }

  /// Those whose machine is still on its way.
  List<Item> withoutNode() {
    return new ArrayList<>(free);
  }
}
