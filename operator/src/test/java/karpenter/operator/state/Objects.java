package karpenter.operator.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Json;
import karpenter.core.wire.WireOptions;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.NodeClassKind;

/// Objects as an API server sends them.
final class Objects {
  static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);

  static final List<Resource> WATCHED =
      List.of(
          Resource.PODS,
          Resource.NODES,
          Resource.NODE_CLAIMS,
          Resource.NODE_POOLS,
          Resource.PERSISTENT_VOLUME_CLAIMS,
          Resource.POD_TEMPLATES,
          NODE_CLASSES);

  private Objects() {}

  static Reading reading() {
    return new Reading(
        WireOptions.defaults(), new Managed(List.of(new NodeClassKind(NODE_CLASSES))));
  }

  static WatchedState state() {
    return new WatchedState(reading(), WATCHED);
  }

  static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test's own YAML is broken:\n" + yaml, e);
    }
  }

  static ObjectNode pod(String name, String uid, long version, String node) {
    return tree(
        """
        metadata: {namespace: default, name: %s, uid: "%s", resourceVersion: "%d"}
        spec: {nodeName: "%s", containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
        status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]}
        """
            .formatted(name, uid, version, node));
  }

  static ObjectNode claim(String name, String uid, long version, String providerId) {
    return tree(
        """
        metadata:
          name: %s
          uid: "%s"
          resourceVersion: "%d"
          generation: 1
          creationTimestamp: "2026-01-05T09:00:00Z"
          labels: {karpenter.sh/nodepool: general}
          annotations: {a: b}
          finalizers: [karpenter.sh/termination]
        spec:
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
          requirements: []
          expireAfter: Never
        status: {providerID: "%s"}
        """
            .formatted(name, uid, version, providerId));
  }

  static ObjectNode node(String name, String uid, long version, String providerId) {
    return tree(
        """
        metadata: {name: %s, uid: "%s", resourceVersion: "%d", labels: {karpenter.sh/nodepool: general}}
        spec:
          providerID: "%s"
          taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule, timeAdded: "2026-01-05T09:00:00Z"}]
        status: {capacity: {cpu: "4"}, allocatable: {cpu: "4"}}
        """
            .formatted(name, uid, version, providerId));
  }

  static ObjectNode pool(String name, String uid, long version) {
    return tree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s, uid: "%s", resourceVersion: "%d", generation: 1, annotations: {}}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements: []
        status: {nodes: 0}
        """
            .formatted(name, uid, version));
  }
}
