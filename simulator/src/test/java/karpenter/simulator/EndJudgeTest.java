package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import karpenter.api.Json;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// Whoever says that all is well must be able to say otherwise.
class EndJudgeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void a_pod_that_is_made_anew_for_ever_is_noticed_however_young_it_is() throws Exception {
    var violations =
        judged(
            "nothing-has-this-label",
            played -> {
              for (int i = 0; i < 12; i++) {
                played.cluster().pass(HOUR.dividedBy(12).minusSeconds(1));
                deletePods(played);
                played.cluster().pass(Duration.ofSeconds(1));
              }
            });

    assertThat(violations)
        .anyMatch(sentence -> sentence.contains("web never had all its pods"))
        .anyMatch(sentence -> sentence.contains("does not run an hour after the last fault"));
  }

  @Test
  void pods_that_run_and_are_made_anew_every_few_minutes_are_noticed() throws Exception {
    var violations =
        judged(
            "karpenter",
            played -> {
              for (int i = 0; i < 12; i++) {
                played.cluster().pass(HOUR.dividedBy(12));
                deletePods(played);
              }
            });

    assertThat(violations).anyMatch(sentence -> sentence.contains("pods of web are made anew"));
  }

  @Test
  void a_pod_that_moved_a_moment_before_is_excused() throws Exception {
    var violations =
        judged(
            "karpenter",
            played -> {
              played.cluster().pass(HOUR);
              deletePods(played);
              played.cluster().pass(Duration.ofMillis(500));
            });

    assertThat(violations).isEmpty();
  }

  @Test
  void a_daemon_that_has_no_room_on_its_node_is_not_missed() throws Exception {
    var violations =
        judged(
            "karpenter",
            played -> {
              played.cluster().kube().create(Resource.DAEMON_SETS, tree(AGENT.formatted("1")));
              played.cluster().pass(HOUR);
            });

    assertThat(violations).isEmpty();
  }

  @Test
  void a_daemon_that_has_room_and_does_not_run_is_missed() throws Exception {
    var violations =
        judged(
            "karpenter",
            played -> {
              played.cluster().controlPlane().halt("scheduler");
              played.cluster().kube().create(Resource.DAEMON_SETS, tree(AGENT.formatted("300m")));
              played.cluster().pass(HOUR);
            });

    assertThat(violations).anyMatch(sentence -> sentence.contains("pod agent-"));
  }

  private interface Hour {
    void of(Stage.Played played);
  }

  /// What the judge says of two pods that need a label, after an hour.
  private static List<String> judged(String label, Hour hour) throws Exception {
    return Driver.call(
        () -> {
          try (var played = Stage.CLOUD.open(Circumstances.calm(1))) {
            var kube = played.cluster().kube();
            kube.create(NODE_CLASSES, tree(NODE_CLASS));
            kube.create(Resource.NODE_POOLS, tree(POOL));
            kube.create(Resource.DEPLOYMENTS, tree(WEB.formatted(label)));
            played.cluster().pass(Duration.ofMinutes(10));
            var judge = new EndJudge(played.cluster(), played.cloud());
            judge.rest();
            hour.of(played);
            judge.look();
            return judge.violations();
          }
        });
  }

  private static void deletePods(Stage.Played played) {
    for (var pod : played.cluster().kube().view(Resource.PODS)) {
      played.cluster().kube().delete(Resource.PODS, Metas.key(pod), Deletion.PLAIN);
    }
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
