package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A NodePool, as far as it shapes new nodes.
///
/// @param template demands that every node of the pool meets
/// @param weight pools of higher weight are tried first
/// @param nodeCost what it says a node costs beside its price; empty: the same as everywhere
/// @param fixed whether the pool keeps a fixed number of nodes and takes no pods' orders
record Pool(
    String name,
    Requirements template,
    List<Taint> taints,
    List<Taint> startupTaints,
    Resources limits,
    SortedMap<String, Integer> minValues,
    int weight,
    OptionalDouble nodeCost,
    boolean fixed) {
  private static final String NODE_COST = "karpenter-jvm.dev/node-cost";
  private static final Pattern MONEY = Pattern.compile("[0-9]{1,7}(\\.[0-9]+)?|\\.[0-9]+");

  static Pool read(JsonNode json) {
    var name = Json.text(json.path("metadata"), "name");
    var template = json.path("spec").path("template");
    var spec = template.path("spec");
    return new Pool(
        name,
        template(name, template),
        Json.items(spec.path("taints"), Taint::read),
        Json.items(spec.path("startupTaints"), Taint::read),
        Json.resources(json.path("spec").path("limits")),
        minValues(spec.path("requirements")),
        json.path("spec").path("weight").asInt(),
        nodeCost(json.path("metadata").path("annotations").path(NODE_COST).asText().strip()),
        Json.find(json.path("spec"), "replicas").isPresent());
  }

  /// What nobody can read counts as not said.
  private static OptionalDouble nodeCost(String text) {
    return MONEY.matcher(text).matches()
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  private static Requirements template(String pool, JsonNode template) {
    var labels = Json.nodeLabels(template.path("metadata").path("labels"));
    labels.put(LabelKeys.NODE_POOL, pool);
    // Once up, every node says so; DaemonSets may select on it.
    labels.put(LabelKeys.REGISTERED, "true");
    labels.put(LabelKeys.INITIALIZED, "true");
    var nodeClass = template.path("spec").path("nodeClassRef");
    if (!Json.text(nodeClass, "kind").isEmpty())
      labels.put(
          Json.text(nodeClass, "group")
              + "/"
              + Json.text(nodeClass, "kind").toLowerCase(Locale.ROOT),
          Json.text(nodeClass, "name"));
    return Json.requirements(template.path("spec").path("requirements"))
        .and(Requirements.ofLabels(labels));
  }

  private static SortedMap<String, Integer> minValues(JsonNode requirements) {
    var minima = new TreeMap<String, Integer>();
    for (var requirement : Json.items(requirements))
      if (Json.find(requirement, "minValues").isPresent())
        minima.merge(
            LabelKeys.canonical(Json.text(requirement, "key")),
            requirement.path("minValues").asInt(),
            Math::max);
    return minima;
  }
}
