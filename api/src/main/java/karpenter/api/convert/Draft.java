package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.oci.OciNodeClass;
import karpenter.api.v1.NodePool;

/// A document of today's version in the making.
///
/// @param kubelet settings that still look for a class
/// @param copies further objects that came of it
record Draft(
    ObjectNode object, Optional<ObjectNode> kubelet, Report report, List<ObjectNode> copies) {

  Draft(ObjectNode object, Optional<ObjectNode> kubelet, Report report) {
    this(object, kubelet, report, new ArrayList<>());
  }

  boolean isPool() {
    return kind().equals(NodePool.KIND);
  }

  boolean isNodeClass() {
    return kind().equals(Ec2NodeClass.KIND) || kind().equals(OciNodeClass.KIND);
  }

  String kind() {
    return object.path("kind").asText();
  }

  String name() {
    return object.at("/metadata/name").asText();
  }

  ObjectNode spec() {
    return object.withObject("/spec");
  }

  void addCopy(ObjectNode copy) {
    copies.add(copy);
  }

  /// Where the reference to the class stands, in pools and claims.
  JsonNode reference() {
    return object.at(isPool() ? "/spec/template/spec/nodeClassRef" : "/spec/nodeClassRef");
  }

  String className() {
    return reference().path("name").asText();
  }
}
