package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.app.manifest.Document;

/// The manifests as rules see them.
record Estate(
    List<Pool> pools,
    List<NodeClass> classes,
    List<Workload> workloads,
    List<Other> others,
    List<Judged> judged) {

  /// Something a finding can be about.
  interface Thing {
    Document document();

    JsonNode object();

    default String name() {
      return object().at("/metadata/name").asText();
    }

    default String namespace() {
      return object().at("/metadata/namespace").asText("default");
    }

    default String kind() {
      return object().path("kind").asText();
    }
  }

  record NodeClass(Document document, JsonNode object) implements Thing {
    JsonNode spec() {
      return object.path("spec");
    }
  }

  /// Anything that is neither a pool nor a class nor runs pods.
  record Other(Document document, JsonNode object) implements Thing {}

  /// A document of ours with what the conversion said of it.
  record Judged(Document document, JsonNode object, karpenter.api.convert.Outcome outcome)
      implements Thing {}

  List<Other> ofKind(String kind) {
    return others.stream().filter(other -> other.kind().equals(kind)).toList();
  }

  /// Classes by kind and name.
  Map<String, NodeClass> classesByName() {
    var byName = new TreeMap<String, NodeClass>();
    classes.forEach(one -> byName.putIfAbsent(one.kind() + "/" + one.name(), one));
    return byName;
  }

  List<Pool> poolsOf(NodeClass nodeClass) {
    return pools.stream()
        .filter(pool -> pool.classKey().equals(nodeClass.kind() + "/" + nodeClass.name()))
        .toList();
  }

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
