package karpenter.app.against;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.app.against.Outlook.Machine;
import karpenter.operator.journal.Decision;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;

/// What happened on the way: who was bought, who was told to go and why, which pods were moved.
final class Chronicle implements Journal, InMemoryKube.Listener {
  private final Map<String, ObjectNode> launched = new LinkedHashMap<>();
  private final Map<String, String> whyByClaim = new TreeMap<>();
  private final List<String> decisions = new ArrayList<>();
  private final TreeMap<String, Integer> moved = new TreeMap<>();

  @Override
  public void record(Decision decision) {
    switch (decision.kind()) {
      case "CommandStarted" -> decisions.addAll(decision.reasons());
      case "ClaimDisrupted" ->
          whyByClaim.put(
              decision.subject().replace("NodeClaim/", ""),
              firstWord(String.join("; ", decision.reasons())));
      default -> {
        // Not about a node that was there.
      }
    }
  }

  private static String firstWord(String text) {
    int comma = text.indexOf(',');
    return comma < 0 ? text : text.substring(0, comma);
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.NODE_CLAIMS)) {
      if (!object.at("/status/providerID").asText().isEmpty()) {
        launched.put(object.at("/metadata/name").asText(), object);
      }
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS) && !Workload.isDaemon(object) && wasEvicted(object)) {
      moved.merge(Workload.of(object), 1, Integer::sum);
    }
  }

  private static boolean wasEvicted(ObjectNode pod) {
    for (var condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals("DisruptionTarget")) {
        return true;
      }
    }
    return false;
  }

  /// Why a claim went; empty when it was nobody's decision.
  String why(String claim) {
    return whyByClaim.getOrDefault(claim, "");
  }

  List<String> decisions() {
    return List.copyOf(decisions);
  }

  SortedMap<String, Integer> moved() {
    return moved;
  }

  /// @param known claims that were there before
  List<Machine> purchases(Prices prices, Set<String> known) {
    return launched.values().stream()
        .filter(claim -> !known.contains(claim.at("/metadata/name").asText()))
        .map(claim -> Forecast.machine(claim, prices, zone(claim), new TreeMap<>()))
        .toList();
  }

  /// The zones of machines that were bought on the way, by node; empty where it was left open.
  Map<String, String> zones() {
    var zones = new TreeMap<String, String>();
    launched
        .values()
        .forEach(claim -> zones.put(claim.at("/status/nodeName").asText(), zone(claim)));
    return zones;
  }

  private static String zone(ObjectNode claim) {
    for (var requirement : claim.at("/spec/requirements")) {
      if (requirement.path("key").asText().equals(Labels.ZONE)) {
        var values = requirement.path("values");
        boolean isOne = requirement.path("operator").asText().equals("In") && values.size() == 1;
        return isOne ? values.path(0).asText() : "";
      }
    }
    return "";
  }
}
