package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.v1.NodeClaim;

/// A NodeClaim of v1beta1 as one of v1 (spec 03 §10.8).
final class NodeClaims {
  private NodeClaims() {}

  static ObjectNode toV1(JsonNode beta, Report report) {
    var claim = JsonNodeFactory.instance.objectNode();
    claim.put("apiVersion", NodeClaim.API_VERSION).put("kind", NodeClaim.KIND);
    claim.set("metadata", Names.metadata(beta.path("metadata"), report));
    var spec = claim.putObject("spec");
    var fields = Fields.of(beta.path("spec"), "spec", report);
    spec.set(
        "requirements",
        Names.requirements(fields.take("requirements"), "spec.requirements", report));
    fields.copy("taints", spec);
    fields.copy("startupTaints", spec);
    fields.copy("resources", spec);
    fields.copy("terminationGracePeriod", spec);
    fields.copy("expireAfter", spec);
    var reference = fields.take("nodeClassRef");
    if (reference.isObject()) {
      spec.set("nodeClassRef", References.toV1(reference, "spec.nodeClassRef", report));
    }
    if (!fields.take("kubelet").isMissingNode()) {
      report.note(
          "spec.kubelet",
          "left out: the node has been started with it; new nodes take it from their class");
    }
    fields.end();
    if (beta.has("status")) {
      report.note("status", "left out: Karpenter writes it");
    }
    return claim;
  }
}
