package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Instance types in the form of `docs/workload-format.md`.
final class InstanceTypeManifest {

  static final Map<String, String> KUBE_RESERVED = Map.of("cpu", "100m", "memory", "10Mi");

  private InstanceTypeManifest() {}

  static ObjectNode of(
      String name,
      Map<String, String> capacity,
      List<ObjectNode> requirements,
      List<ObjectNode> offerings) {
    return object(
        "name", name,
        "capacity", new TreeMap<>(capacity),
        "overhead", object("kubeReserved", new TreeMap<>(KUBE_RESERVED)),
        "requirements", requirements,
        "offerings", offerings);
  }

  static ObjectNode offering(String capacityType, String zone, double price) {
    return object(
        "requirements",
        List.of(Tree.in(Labels.CAPACITY_TYPE, capacityType), Tree.in(Labels.ZONE, zone)),
        "price",
        price,
        "available",
        true,
        "reservationCapacity",
        0);
  }

  static JsonNode requirement(JsonNode type, String key) {
    return type.path("requirements")
        .valueStream()
        .filter(requirement -> requirement.path("key").asText().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /// In thousandths, for types whose capacity counts whole cpus.
  static int allocatableCpu(JsonNode type) {
    return type.at("/capacity/cpu").asInt() * 1000 - 100;
  }

  /// In MiB.
  static long allocatableMemory(JsonNode type) {
    var memory = type.at("/capacity/memory").asText();
    long number = Long.parseLong(memory.substring(0, memory.length() - 2));
    return (memory.endsWith("Gi") ? number * 1024 : number) - 10;
  }
}
