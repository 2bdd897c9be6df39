package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

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
}
