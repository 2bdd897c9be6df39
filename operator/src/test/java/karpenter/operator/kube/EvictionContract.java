package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.isTerminating;
import static karpenter.operator.kube.Trees.labelled;
import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.podOn;
import static karpenter.operator.kube.Trees.tree;
import static karpenter.operator.kube.Trees.uid;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/// Asking pods to leave, as far as disruption budgets allow.
interface EvictionContract extends KubeUnderTest {

  @Test
  default void a_pod_without_a_budget_is_evicted() throws Exception {
    var pod = runningPod(unique("app"), "True");

    assertThat(kube().evict(key(pod), uid(pod))).isEqualTo(new Eviction.Accepted(201));

    var evicted = now(Resource.PODS, pod);
    assertThat(isTerminating(evicted)).isTrue();
    assertThat(evicted.at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(30);
    assertThat(evicted.at("/status/conditions").findValuesAsText("type"))
        .contains("DisruptionTarget");
  }

  @Test
  default void a_pod_that_is_gone_needs_no_eviction() throws Exception {
    assertThat(kube().evict(ObjectKey.of("default", unique("nobody")), "no-uid"))
        .isEqualTo(new Eviction.Gone(404));
  }

  @Test
  default void another_pod_of_the_name_is_not_evicted_in_its_place() throws Exception {
    var pod = runningPod(unique("app"), "True");

    assertThat(kube().evict(key(pod), "not-this-one")).isEqualTo(new Eviction.Gone(409));

    assertThat(isTerminating(now(Resource.PODS, pod))).isFalse();
  }

  @Test
  default void a_spent_budget_holds_the_eviction_back() throws Exception {
    var app = unique("app");
    var pod = runningPod(app, "True");
    budget(app, 1, 0, "");

    assertThat(kube().evict(key(pod), uid(pod)))
        .isInstanceOfSatisfying(
            Eviction.HeldBack.class, held -> assertThat(held.code()).isEqualTo(429));
    assertThat(isTerminating(now(Resource.PODS, pod))).isFalse();
  }

  @Test
  default void an_eviction_spends_the_budget() throws Exception {
    var app = unique("app");
    var first = runningPod(app, "True");
    var second = runningPod(app, "True");
    budget(app, 1, 1, "");

    assertThat(kube().evict(key(first), uid(first))).isInstanceOf(Eviction.Accepted.class);
    assertThat(kube().evict(key(second), uid(second))).isInstanceOf(Eviction.HeldBack.class);
  }

  @Test
  default void a_pod_under_two_budgets_is_held_back() throws Exception {
    var app = unique("app");
    var pod = runningPod(app, "True");
    budget(app, 0, 1, "");
    budget(app, 0, 1, "");

    assertThat(kube().evict(key(pod), uid(pod)))
        .isInstanceOfSatisfying(
            Eviction.HeldBack.class, held -> assertThat(held.code()).isEqualTo(500));
  }

  @Test
  default void a_budget_protects_no_pod_that_never_ran() throws Exception {
    var app = unique("app");
    var node = created(Resource.NODES, node(unique("node")));
    var pod = created(Resource.PODS, labelled(podOn(key(node).name(), unique("pod")), app));
    budget(app, 1, 0, "");

    assertThat(kube().evict(key(pod), uid(pod))).isInstanceOf(Eviction.Accepted.class);
  }

  @Test
  default void a_broken_pod_is_held_back_while_its_budget_is_not_met() throws Exception {
    var app = unique("app");
    var pod = runningPod(app, "False");
    budget(app, 1, 0, "");

    assertThat(kube().evict(key(pod), uid(pod))).isInstanceOf(Eviction.HeldBack.class);
  }

  @Test
  default void a_broken_pod_may_go_where_its_budget_always_allows_it() throws Exception {
    var app = unique("app");
    var pod = runningPod(app, "False");
    budget(app, 1, 0, "unhealthyPodEvictionPolicy: AlwaysAllow");

    assertThat(kube().evict(key(pod), uid(pod))).isInstanceOf(Eviction.Accepted.class);
  }

  private ObjectNode runningPod(String app, String ready) throws Exception {
    var node = created(Resource.NODES, node(unique("node")));
    var pod = created(Resource.PODS, labelled(podOn(key(node).name(), unique("pod")), app));
    return patched(
        Resource.PODS,
        pod,
        Patch.mergeStatus(
            tree(
                "{status: {phase: Running, conditions: [{type: Ready, status: '%s'}]}}"
                    .formatted(ready))));
  }

  /// Waits until the budget's controller has counted.
  private void budget(String app, int minAvailable, int allowed, String more) throws Exception {
    var pdb =
        created(
            Resource.POD_DISRUPTION_BUDGETS,
            tree(
                """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: %s, namespace: default}
                spec:
                  minAvailable: %d
                  selector: {matchLabels: {app: %s}}
                  %s
                """
                    .formatted(unique("pdb"), minAvailable, app, more)));
    eventually(
        "the budget allows " + allowed,
        () -> {
          var status = now(Resource.POD_DISRUPTION_BUDGETS, pdb).path("status");
          return status.path("observedGeneration").asLong() >= 1
              && status.path("expectedPods").asInt() > 0
              && status.path("disruptionsAllowed").asInt() == allowed;
        });
  }
}
