package karpenter.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.SplittableRandom;
import karpenter.api.Json;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.scenario.Scene;

/// Many unprotected pods on a pool without limits or budgets, more of them or fewer from time to
/// time: enough nodes for consolidation to find sets.
final class Crowd {
  private static final int APPS = 4;
  private static final int MAX_PODS = 16;

  private final SimulatedCluster cluster;
  private final SplittableRandom random;

  Crowd(SimulatedCluster cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
  }

  void begin() {
    done(
        cluster
            .kube()
            .create(
                Resource.NODE_POOLS,
                tree(
                    """
                    apiVersion: karpenter.sh/v1
                    kind: NodePool
                    metadata: {name: crowd}
                    spec:
                      disruption: {consolidateAfter: %s, budgets: [{nodes: '100%%'}]}
                      template:
                        metadata: {labels: {of: crowd}}
                        spec:
                          expireAfter: Never
                          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
                          requirements:
                            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                            - {key: kubernetes.io/os, operator: In, values: [linux]}
                            - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ['2', '4', '8']}
                    """
                        .formatted(random.nextBoolean() ? "0s" : "10s"))));
    for (int i = 0; i < APPS; i++) {
      done(
          cluster
              .kube()
              .create(
                  Resource.DEPLOYMENTS,
                  tree(
                      """
                      apiVersion: apps/v1
                      kind: Deployment
                      metadata: {name: crowd-%1$d, namespace: default}
                      spec:
                        replicas: %2$d
                        selector: {matchLabels: {app: crowd-%1$d}}
                        template:
                          metadata: {labels: {app: crowd-%1$d}}
                          spec:
                            terminationGracePeriodSeconds: 0
                            nodeSelector: {of: crowd}
                            containers:
                              - {name: main, image: none, resources: {requests: {cpu: %3$dm, memory: 64Mi}}}
                      """
                          .formatted(i, 1 + random.nextInt(MAX_PODS), 300 + 400 * i))));
      // Not all at once: nodes are then less full.
      cluster.pass(Duration.ofSeconds(random.nextInt(40)));
    }
  }

  void scale() {
    done(
        cluster
            .kube()
            .patch(
                Resource.DEPLOYMENTS,
                ObjectKey.of("default", "crowd-" + random.nextInt(APPS)),
                Patch.merge(
                    tree("{spec: {replicas: %d}}".formatted(1 + random.nextInt(MAX_PODS))))));
  }

  private static void done(Answer answer) {
    if (!(answer instanceof Answer.Done)) {
      throw new Scene.Unmet("what the user does is answered " + answer);
    }
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
