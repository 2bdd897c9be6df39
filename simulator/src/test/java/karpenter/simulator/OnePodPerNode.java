package karpenter.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import karpenter.api.Json;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// A calm cluster for the tests of judges: two pods of a Deployment, each as large as a node.
final class OnePodPerNode implements AutoCloseable {
  private final Stage.Played played = Stage.CLOUD.open(Circumstances.calm(1));

  SimulatedCluster cluster() {
    return played.cluster();
  }

  Stage.Played played() {
    return played;
  }

  void startPods() {
    startPods("karpenter");
  }

  /// Pods that need the label `of` with that value; the NodePool gives `karpenter`.
  void startPods(String label) {
    kube().create(NODE_CLASSES, tree(NODE_CLASS));
    kube().create(Resource.NODE_POOLS, tree(POOL));
    kube().create(Resource.DEPLOYMENTS, tree(WEB.formatted(label)));
    cluster().pass(Duration.ofMinutes(10));
  }

  void startDaemon(String cpu) {
    kube().create(Resource.DAEMON_SETS, tree(AGENT.formatted(cpu)));
  }

  void deletePods() {
    for (var pod : kube().view(Resource.PODS)) {
      kube().delete(Resource.PODS, Metas.key(pod), Deletion.PLAIN);
    }
  }

  ObjectNode aClaim() {
    return kube().view(Resource.NODE_CLAIMS).getFirst();
  }

  private InMemoryKube kube() {
    return cluster().kube();
  }

  @Override
  public void close() {
    played.close();
  }

  private static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);

  private static final String NODE_CLASS =
      """
      apiVersion: karpenter.kwok.sh/v1alpha1
      kind: KWOKNodeClass
      metadata: {name: default}
      spec: {}
      """;

  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general}
      spec:
        disruption: {consolidateAfter: Never}
        template:
          metadata: {labels: {of: karpenter}}
          spec:
            expireAfter: Never
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements:
              - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ['2']}
      """;

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: default}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            terminationGracePeriodSeconds: 0
            nodeSelector: {of: %s}
            containers: [{name: main, image: none, resources: {requests: {cpu: 1500m}}}]
      """;

  private static final String AGENT =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent, namespace: default}
      spec:
        selector: {matchLabels: {app: agent}}
        template:
          metadata: {labels: {app: agent}}
          spec:
            containers: [{name: main, image: none, resources: {requests: {cpu: %s}}}]
      """;

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
