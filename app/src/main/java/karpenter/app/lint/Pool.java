package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.DurationText;
import karpenter.api.Labels;
import karpenter.api.aws.AwsLabels;
import karpenter.api.oci.OciLabels;
import karpenter.app.manifest.Document;

/// A NodePool of today's version, and what is asked of it.
record Pool(Document document, JsonNode object) implements Estate.Thing {
  static final String REQUIREMENTS = "spec.template.spec.requirements";
  private static final Set<String> SHAPE =
      Set.of(
          Labels.INSTANCE_TYPE,
          AwsLabels.FAMILY,
          AwsLabels.CATEGORY,
          OciLabels.SHAPE,
          OciLabels.FAMILY,
          "karpenter.k8s.aws/instance-cpu",
          "karpenter.k8s.aws/instance-size",
          "karpenter.k8s.oracle/instance-cpu",
          "karpenter.kwok.sh/instance-family",
          "karpenter.kwok.sh/instance-cpu");

  JsonNode node() {
    return object.at("/spec/template/spec");
  }

  Map<String, String> labels() {
    var labels = new TreeMap<String, String>();
    object
        .at("/spec/template/metadata/labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  SortedMap<String, String> annotations() {
    var annotations = new TreeMap<String, String>();
    object
        .at("/metadata/annotations")
        .properties()
        .forEach(one -> annotations.put(one.getKey(), one.getValue().asText()));
    return annotations;
  }

  List<String> taints() {
    List<String> taints = new ArrayList<>();
    node()
        .path("taints")
        .forEach(
            taint -> taints.add(taint.path("key").asText() + "=" + taint.path("value").asText("")));
    return taints;
  }

  /// The values that a key is limited to; empty when it is not.
  Optional<Set<String>> values(String key) {
    Optional<Set<String>> allowed = Optional.empty();
    for (var requirement : node().path("requirements")) {
      if (Labels.normalized(requirement.path("key").asText()).equals(key)
          && requirement.path("operator").asText().equals("In")) {
        var values = new TreeSet<>(Estate.texts(requirement.path("values")));
        allowed.ifPresent(values::retainAll);
        allowed = Optional.of(values);
      }
    }
    var label = labels().get(key);
    return label == null ? allowed : Optional.of(Set.of(label));
  }

  /// Whether anything at all is said about which machines may be bought.
  boolean limitsShapes() {
    return keys().stream().anyMatch(SHAPE::contains);
  }

  Set<String> keys() {
    var keys = new TreeSet<String>();
    node()
        .path("requirements")
        .forEach(requirement -> keys.add(Labels.normalized(requirement.path("key").asText())));
    keys.addAll(labels().keySet());
    return keys;
  }

  boolean hasMinValues() {
    return node().path("requirements").valueStream().anyMatch(r -> r.has("minValues"));
  }

  boolean allowsSpot() {
    return values(Labels.CAPACITY_TYPE)
        .map(types -> types.contains(Labels.SPOT) || types.contains("preemptible"))
        .orElse(false);
  }

  /// Says nothing about capacity, which lets spot in.
  boolean leavesCapacityOpen() {
    return values(Labels.CAPACITY_TYPE).isEmpty();
  }

  String policy() {
    return object.at("/spec/disruption/consolidationPolicy").asText("WhenEmptyOrUnderutilized");
  }

  String consolidateAfter() {
    return object.at("/spec/disruption/consolidateAfter").asText("0s");
  }

  boolean movesPods() {
    return !policy().equals("WhenEmpty") && !consolidateAfter().equals("Never");
  }

  boolean consolidatesWithin(long seconds) {
    return movesPods()
        && DurationText.parse(consolidateAfter())
            .filter(after -> after.toSeconds() < seconds)
            .isPresent();
  }

  String expireAfter() {
    return node().path("expireAfter").asText("720h");
  }

  String classKey() {
    var reference = node().path("nodeClassRef");
    return reference.path("kind").asText() + "/" + reference.path("name").asText();
  }

  int weight() {
    return object.at("/spec/weight").asInt(0);
  }

  /// Whether the pool is called, labelled or tainted for this kind of work.
  boolean isFor(String... words) {
    List<String> said = new ArrayList<>(List.of(name()));
    said.add(labels().getOrDefault("workload-type", ""));
    taints().forEach(taint -> said.add(taint.replaceAll("=.*", "")));
    for (var word : words) {
      for (var text : said) {
        if (List.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+")).contains(word)) return true;
      }
    }
    return false;
  }

  boolean isStateful() {
    return isFor("stateful", "database", "databases", "db", "kafka", "elasticsearch");
  }

  boolean isGpu() {
    return isFor("gpu", "ml", "ai")
        || keys().stream().anyMatch(key -> key.contains("instance-gpu"))
        || values(Labels.INSTANCE_TYPE)
            .map(types -> types.stream().allMatch(type -> type.matches("(p\\d|g\\d).*|.*GPU.*")))
            .orElse(false);
  }

  boolean isRegulated() {
    return "in".equals(labels().get("pci-scope")) || isFor("pci");
  }
}
