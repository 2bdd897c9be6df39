package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;

/// Makes the node that a claim would become: the cheapest available offering, by price, type, zone.
final class Launches {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CREATED = "2026-01-01T00:00:00Z";
  private static final List<String> CONDITIONS =
      List.of("Launched", "Registered", "Initialized", "Consolidatable", "Ready");
  private static final Comparator<Choice> CHEAPEST_FIRST =
      Comparator.comparingDouble((Choice choice) -> choice.offering().price())
          .thenComparing(choice -> choice.type().name())
          .thenComparing(choice -> labels(choice.offering().requirements()).getOrDefault(ZONE, ""));

  private final Map<String, InstanceType> catalogue;
  private final Map<String, JsonNode> templates = new HashMap<>();
  private final String prefix;
  private int count;

  private record Choice(InstanceType type, Offering offering) {}

  /// A node and its claim.
  record Launched(String name, ObjectNode node, ObjectNode claim) {}

  Launches(Map<String, InstanceType> catalogue, List<JsonNode> pools) {
    this(catalogue, pools, "launched");
  }

  /// @param prefix of the names of nodes
  Launches(Map<String, InstanceType> catalogue, List<JsonNode> pools, String prefix) {
    this.prefix = prefix;
    this.catalogue = catalogue;
    pools.forEach(
        pool -> templates.put(pool.at("/metadata/name").asText(), pool.at("/spec/template")));
  }

  Launched launch(NewNode wanted) {
    var choice = cheapest(wanted);
    var template = templates.getOrDefault(wanted.pool(), JsonNodeFactory.instance.objectNode());
    var name = "%s-%04d".formatted(prefix, ++count);
    var labels = new TreeMap<String, String>();
    template
        .at("/metadata/labels")
        .propertyStream()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    labels.putAll(labels(choice.type().requirements()));
    labels.putAll(labels(choice.offering().requirements()));
    labels.put("karpenter.sh/nodepool", wanted.pool());
    labels.put("karpenter.kwok.sh/kwoknodeclass", "default");

    var claim = object("karpenter.sh/v1", "NodeClaim", name, labels, choice);
    claim.withObject("/spec").set("nodeClassRef", template.at("/spec/nodeClassRef"));
    claim.withObject("/spec").put("expireAfter", "Never");
    claim.withObject("/status").put("providerID", "bench://" + name).put("nodeName", name);
    CONDITIONS.forEach(
        kind ->
            claim
                .withArray("/status/conditions")
                .addObject()
                .put("type", kind)
                .put("status", "True")
                .put("reason", kind)
                .put("message", "")
                .put("lastTransitionTime", CREATED));

    labels.put("kubernetes.io/hostname", name);
    labels.put("karpenter.sh/registered", "true");
    labels.put("karpenter.sh/initialized", "true");
    var node = object("v1", "Node", name, labels, choice);
    node.withObject("/spec").put("providerID", "bench://" + name);
    node.withArray("/status/conditions").addObject().put("type", "Ready").put("status", "True");
    if (template.at("/spec/taints").isArray()) {
      claim.withObject("/spec").set("taints", template.at("/spec/taints"));
      node.withObject("/spec").set("taints", template.at("/spec/taints"));
    }
    return new Launched(name, node, claim);
  }

  private Choice cheapest(NewNode wanted) {
    List<Choice> choices = new ArrayList<>();
    for (var listed : wanted.types()) {
      var type = catalogue.get(listed.type());
      if (type != null) {
        type.offerings().stream()
            .filter(Offering::available)
            .filter(offering -> wanted.requirements().intersects(offering.requirements()))
            .forEach(offering -> choices.add(new Choice(type, offering)));
      }
    }
    return choices.stream().min(CHEAPEST_FIRST).orElseThrow();
  }

  private static ObjectNode object(
      String version, String kind, String name, Map<String, String> labels, Choice choice) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", version).put("kind", kind);
    var meta = object.putObject("metadata");
    meta.put("name", name).put("uid", kind + "/" + name).put("creationTimestamp", CREATED);
    var all = meta.putObject("labels");
    labels.forEach(all::put);
    var status = object.putObject("status");
    amounts(status.putObject("capacity"), choice.type().capacity(choice.offering()));
    amounts(status.putObject("allocatable"), choice.type().allocatable(choice.offering()));
    return object;
  }

  private static void amounts(ObjectNode into, Resources resources) {
    resources
        .toQuantities()
        .forEach((resource, quantity) -> into.put(resource, quantity.toString()));
  }

  /// Labels that can only have one value.
  private static Map<String, String> labels(Requirements requirements) {
    var labels = new TreeMap<String, String>();
    for (var key : requirements.keys()) {
      if (requirements.get(key) instanceof ValueSet.Only(var values, var orAbsent)
          && values.size() == 1
          && !orAbsent) {
        labels.put(key, values.first());
      }
    }
    return labels;
  }
}
