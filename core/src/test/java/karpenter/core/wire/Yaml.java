package karpenter.core.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import karpenter.api.Json;
import karpenter.api.Problem;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;

/// Documents for tests, written as people write them.
final class Yaml {
  private Yaml() {}

  static JsonNode tree(String text) {
    try {
      return Json.YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test's own YAML is broken:\n" + text, e);
    }
  }

  /// Several documents, divided by lines of three dashes.
  static List<SourceObject> documents(String text) {
    var count = new AtomicInteger();
    return Arrays.stream(text.split("(?m)^---$"))
        .filter(document -> !document.isBlank())
        .map(document -> new SourceObject("doc " + count.incrementAndGet(), tree(document)))
        .toList();
  }

  static ReadResult manifests(String text) {
    return ManifestReader.read(documents(text), Catalogue.of(List.of()), WireOptions.defaults());
  }

  /// A pending pod with one container and the given spec.
  static PodRead pod(String spec) {
    return pod(spec, "");
  }

  static PodRead pod(String spec, String labels) {
    var text = new StringBuilder("metadata:\n  name: p\n");
    if (!labels.isBlank()) {
      text.append("  labels:\n").append(labels.indent(4));
    }
    text.append("spec:\n");
    if (!spec.contains("containers:")) {
      text.append("  containers: [{name: main}]\n");
    }
    text.append(spec.indent(2));
    return read(tree(text.toString()));
  }

  static PodRead read(JsonNode pod) {
    var item = item(pod);
    var value = new PodReader(PodContext.bare()).pod(item, PodForm.PENDING);
    return new PodRead(value, item.place().problems().list());
  }

  static Item item(JsonNode pod) {
    return new Item(Kind.POD, new SourceObject("test", pod), "", 0);
  }

  /// What came of a pod.
  record PodRead(Pod pod, List<Problem> problems) {
    PodSpec spec() {
      if (!problems.isEmpty()) {
        throw new AssertionError("unexpected: " + problems);
      }
      return pod.spec();
    }

    List<String> paths() {
      return new ArrayList<>(problems.stream().map(Problem::path).toList());
    }
  }
}
