package karpenter.app.logs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Reconciling;

/// What is being reconciled, as log fields.
final class Subject {
  private record Kind(String prefix, String group, String kind) {}

  /// The first whose prefix fits a loop's name. Loops without an object of their own are not
  /// listed.
  private static final List<Kind> KINDS =
      List.of(
          new Kind("nodeclaim.podevents", "", "Pod"),
          new Kind("nodeclaim.", "karpenter.sh", "NodeClaim"),
          new Kind("nodepool.", "karpenter.sh", "NodePool"),
          new Kind("static.", "karpenter.sh", "NodePool"),
          new Kind("node.", "", "Node"),
          new Kind("nodeoverlay", "karpenter.sh", "NodeOverlay"),
          new Kind("capacitybuffer", "autoscaling.x-k8s.io", "CapacityBuffer"),
          new Kind("eviction-queue", "", "Pod"),
          new Kind("provisioner.trigger.pod", "", "Pod"),
          new Kind("provisioner.trigger.node", "", "Node"));

  private Subject() {}

  static Map<String, Object> fields(Reconciling reconciling) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("controller", reconciling.loop());
    var key = key(reconciling.key());
    if (key.isPresent()) {
      var kind = KINDS.stream().filter(k -> reconciling.loop().startsWith(k.prefix())).findFirst();
      if (kind.isPresent()) {
        fields.put("controllerGroup", kind.get().group());
        fields.put("controllerKind", kind.get().kind());
        fields.put(kind.get().kind(), reference(key.get()));
      }
      fields.put("namespace", key.get().namespace());
      fields.put("name", key.get().name());
    }
    fields.put("reconcileID", reconciling.id().toString());
    return fields;
  }

  private static Map<String, String> reference(ObjectKey key) {
    var reference = new LinkedHashMap<String, String>();
    if (!key.namespace().isEmpty()) {
      reference.put("namespace", key.namespace());
    }
    reference.put("name", key.name());
    return reference;
  }

  private static Optional<ObjectKey> key(Object key) {
    return switch (key) {
      case ObjectKey objectKey -> Optional.of(objectKey);
      case Loop.Singleton _ -> Optional.empty();
      default -> Optional.of(ObjectKey.cluster(key.toString()));
    };
  }
}
