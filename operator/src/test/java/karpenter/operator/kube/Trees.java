package karpenter.operator.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.Json;

/// Objects as a user would write them.
public final class Trees {
  private Trees() {}

  /// From YAML.
  public static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  public static ObjectKey key(ObjectNode object) {
    return ObjectKey.of(
        object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText());
  }

  public static String uid(ObjectNode object) {
    return object.at("/metadata/uid").asText();
  }

  public static String version(ObjectNode object) {
    return object.at("/metadata/resourceVersion").asText();
  }

  public static boolean isTerminating(ObjectNode object) {
    return object.at("/metadata").has("deletionTimestamp");
  }

  public static ObjectNode node(String name) {
    return tree(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %s, labels: {suite: contract}}
        """
            .formatted(name));
  }

  public static ObjectNode nodeWithFinalizers(String name, String finalizers) {
    var node = node(name);
    var list = node.withObject("/metadata").putArray("finalizers");
    for (var finalizer : finalizers.split(",")) {
      list.add(finalizer);
    }
    return node;
  }

  /// No scheduler looks at it.
  public static ObjectNode pod(String name) {
    return tree(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, labels: {app: %s}}
        spec:
          schedulerName: nobody
          terminationGracePeriodSeconds: 30
          containers:
            - {name: main, image: none, resources: {requests: {cpu: 100m}}}
        """
            .formatted(name, name));
  }

  /// On a node that no kubelet looks after, so that nobody completes its deletion.
  public static ObjectNode podOn(String node, String name) {
    var pod = pod(name);
    pod.withObject("/spec").put("nodeName", node);
    return pod;
  }

  public static ObjectNode labelled(ObjectNode object, String app) {
    object.withObject("/metadata/labels").put("app", app);
    return object;
  }

  public static ObjectNode pool(String name) {
    return tree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements:
                - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        """
            .formatted(name));
  }

  public static ObjectNode claim(String name) {
    return tree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata: {name: %s}
        spec:
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
          requirements:
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        """
            .formatted(name));
  }

  public static ObjectNode owned(ObjectNode object, ObjectNode owner) {
    object
        .withObject("/metadata")
        .withArray("ownerReferences")
        .addObject()
        .put("apiVersion", owner.path("apiVersion").asText())
        .put("kind", owner.path("kind").asText())
        .put("name", owner.at("/metadata/name").asText())
        .put("uid", uid(owner))
        .put("blockOwnerDeletion", true);
    return object;
  }
}
