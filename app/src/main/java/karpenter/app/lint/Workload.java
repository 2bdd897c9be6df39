package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.app.manifest.Document;

/// Something that runs pods.
///
/// @param podPath where the pod is in the document; empty when it is one
record Workload(Document document, JsonNode object, String podPath) implements Estate.Thing {

  /// Empty when the document runs nothing.
  static Optional<Workload> of(Document document, JsonNode object) {
    return switch (object.path("kind").asText()) {
      case "Pod" -> Optional.of(new Workload(document, object, ""));
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job" ->
          Optional.of(new Workload(document, object, "spec.template"));
      case "CronJob" ->
          Optional.of(new Workload(document, object, "spec.jobTemplate.spec.template"));
      default -> Optional.empty();
    };
  }

  JsonNode pod() {
    return podPath.isEmpty() ? object : object.at("/" + podPath.replace('.', '/'));
  }

  JsonNode podSpec() {
    return pod().path("spec");
  }

  /// The path of a field of the pod.
  String at(String field) {
    return podPath.isEmpty() ? field : podPath + "." + field;
  }

  int replicas() {
    return kind().equals("Pod") ? 1 : object.at("/spec/replicas").asInt(1);
  }

  boolean isService() {
    return kind().equals("Deployment") || kind().equals("StatefulSet");
  }

  Map<String, String> labels() {
    var labels = new TreeMap<String, String>();
    pod()
        .at("/metadata/labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  Map<String, String> nodeSelector() {
    var selector = new TreeMap<String, String>();
    podSpec()
        .path("nodeSelector")
        .properties()
        .forEach(entry -> selector.put(entry.getKey(), entry.getValue().asText()));
    return selector;
  }

  List<JsonNode> containers() {
    List<JsonNode> containers = new ArrayList<>();
    podSpec().path("containers").forEach(containers::add);
    return containers;
  }

  boolean tolerates(JsonNode taint) {
    return podSpec()
        .path("tolerations")
        .valueStream()
        .anyMatch(
            toleration ->
                (!toleration.hasNonNull("key")
                        || toleration.path("key").asText().equals(taint.path("key").asText()))
                    && (toleration.path("operator").asText("Equal").equals("Exists")
                        || toleration
                            .path("value")
                            .asText("")
                            .equals(taint.path("value").asText(""))));
  }

  boolean toleratesKey(String prefix) {
    return podSpec()
        .path("tolerations")
        .valueStream()
        .anyMatch(toleration -> toleration.path("key").asText().startsWith(prefix));
  }

  boolean tolerates(Pool pool) {
    return pool.node()
        .path("taints")
        .valueStream()
        .filter(taint -> !taint.path("effect").asText().equals("PreferNoSchedule"))
        .allMatch(this::tolerates);
  }

  boolean isKarpenter() {
    return kind().equals("Deployment")
        && (name().equals("karpenter")
            || "karpenter".equals(labels().get("app.kubernetes.io/name")));
  }
}
