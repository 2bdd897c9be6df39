package karpenter.simulator.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.Json;

/// The objects of our stories.
final class Trees {
  private Trees() {}

  static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  /// @param registrationDelay how long a launched node takes to appear, as `30s`; or empty
  static ObjectNode nodeClass(String registrationDelay) {
    var nodeClass =
        tree(
            """
            apiVersion: karpenter.kwok.sh/v1alpha1
            kind: KWOKNodeClass
            metadata: {name: default}
            spec: {}
            """);
    if (!registrationDelay.isEmpty()) {
      nodeClass.withObject("/spec").put("nodeRegistrationDelay", registrationDelay);
    }
    return nodeClass;
  }

  /// Small nodes, so that a few pods need several.
  static ObjectNode pool(String name) {
    return tree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          disruption: {consolidateAfter: Never}
          template:
            metadata: {labels: {scenario: karpenter}}
            spec:
              expireAfter: Never
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements:
                - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                - {key: kubernetes.io/os, operator: In, values: [linux]}
                - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ["2"]}
        """
            .formatted(name));
  }

  /// Pods that run on our nodes only.
  static ObjectNode deployment(String name, int replicas, String cpu) {
    return tree(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s, namespace: default}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              terminationGracePeriodSeconds: 0
              nodeSelector: {scenario: karpenter}
              containers:
                - {name: main, image: none, resources: {requests: {cpu: %3$s, memory: 64Mi}}}
        """
            .formatted(name, replicas, cpu));
  }

  /// A claim of no pool.
  static ObjectNode claimAlone() {
    return tree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata: {name: alone}
        spec:
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
          requirements:
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
            - {key: kubernetes.io/os, operator: In, values: [linux]}
            - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        """);
  }

  /// One pod on each of our nodes.
  static ObjectNode daemons(String name, String cpu) {
    return tree(
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: %1$s, namespace: default}
        spec:
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              terminationGracePeriodSeconds: 0
              nodeSelector: {scenario: karpenter}
              containers:
                - {name: main, image: none, resources: {requests: {cpu: %2$s}}}
        """
            .formatted(name, cpu));
  }

  static ObjectNode budget(String app, String maxUnavailable) {
    return tree(
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: %1$s, namespace: default}
        spec:
          maxUnavailable: %2$s
          selector: {matchLabels: {app: %1$s}}
        """
            .formatted(app, maxUnavailable));
  }
}
