package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A pod's word for a claim of devices: the claim itself, or the template one is made from for this
/// pod alone.
///
/// @param claim namespace/name; empty where a template is named
/// @param template namespace/name; empty where a claim is named
record DeviceClaimRef(String name, String claim, String template) {
  static List<DeviceClaimRef> ofPod(JsonNode pod) {
    var namespace = Pod.namespaceOf(pod);
    return Json.items(
        pod.path("spec").path("resourceClaims"),
        json ->
            new DeviceClaimRef(
                Json.text(json, "name"),
                qualified(namespace, Json.text(json, "resourceClaimName")),
                qualified(namespace, Json.text(json, "resourceClaimTemplateName"))));
  }

  private static String qualified(String namespace, String name) {
    return name.isEmpty() ? "" : namespace + "/" + name;
  }
}
