package karpenter.api.schema;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Json;
import karpenter.api.Problem;

/// Small valid documents, and a way to change one thing in them.
final class Documents {
  private Documents() {}

  static ObjectNode pool() {
    return yaml(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: general}
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
        """);
  }

  static ObjectNode claim() {
    return yaml(
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata: {name: general-x7}
        spec:
          requirements: []
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
        """);
  }

  static ObjectNode overlay() {
    return yaml(
        """
        apiVersion: karpenter.sh/v1alpha1
        kind: NodeOverlay
        metadata: {name: cheaper}
        spec: {requirements: []}
        """);
  }

  static ObjectNode buffer() {
    return yaml(
        """
        apiVersion: autoscaling.x-k8s.io/v1beta1
        kind: CapacityBuffer
        metadata: {name: room, namespace: web}
        spec: {}
        """);
  }

  static ObjectNode nodeClass() {
    return yaml(
        """
        apiVersion: karpenter.kwok.sh/v1alpha1
        kind: KWOKNodeClass
        metadata: {name: default}
        """);
  }

  static ObjectNode ec2() {
    return yaml(
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: default}
        spec:
          role: nodes
          amiSelectorTerms: [{alias: al2023@latest}]
          subnetSelectorTerms: [{tags: {karpenter.sh/discovery: shop}}]
          securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: shop}}]
        """);
  }

  static ObjectNode oci() {
    return yaml(
        """
        apiVersion: karpenter.k8s.oracle/v1
        kind: OciNodeClass
        metadata: {name: default}
        spec:
          subnetSelector: [{name: nodes}]
        """);
  }

  static ObjectNode of(String kind) {
    return switch (kind) {
      case "NodePool" -> pool();
      case "NodeClaim" -> claim();
      case "NodeOverlay" -> overlay();
      case "CapacityBuffer" -> buffer();
      case "KWOKNodeClass" -> nodeClass();
      case "EC2NodeClass" -> ec2();
      case "OciNodeClass" -> oci();
      default -> throw new IllegalArgumentException(kind);
    };
  }

  static ObjectNode yaml(String text) {
    return (ObjectNode) tree(text);
  }

  static JsonNode tree(String text) {
    try {
      return Json.YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /// The document with the YAML value at the JSON pointer; objects on the way are made where
  /// missing.
  static ObjectNode with(ObjectNode document, String pointer, String yaml) {
    var copy = document.deepCopy();
    JsonNode parent = copy;
    var rest = JsonPointer.compile(pointer);
    while (!rest.tail().matches()) {
      var next = parent.at(rest.head() == null ? rest : JsonPointer.compile("/" + escaped(rest)));
      parent =
          next.isMissingNode() ? ((ObjectNode) parent).putObject(rest.getMatchingProperty()) : next;
      rest = rest.tail();
    }
    switch (parent) {
      case ObjectNode object -> object.set(rest.getMatchingProperty(), tree(yaml));
      case ArrayNode array -> array.set(rest.getMatchingIndex(), tree(yaml));
      default -> throw new IllegalArgumentException(pointer);
    }
    return copy;
  }

  private static String escaped(JsonPointer pointer) {
    return pointer.getMatchingProperty().replace("~", "~0").replace("/", "~1");
  }

  static List<Problem> problems(Admission admission) {
    return switch (admission) {
      case Admission.Accepted _ -> List.of();
      case Admission.Refused(var problems, _) -> problems;
    };
  }

  static List<String> paths(Admission admission) {
    return problems(admission).stream().map(Problem::path).toList();
  }
}
