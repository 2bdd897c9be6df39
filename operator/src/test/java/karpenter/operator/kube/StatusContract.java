package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.claim;
import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.pod;
import static karpenter.operator.kube.Trees.pool;
import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Spec and status are written apart, and the generation counts changes of the spec.
interface StatusContract extends KubeUnderTest {

  @Test
  default void a_new_custom_resource_brings_no_status() throws Exception {
    var claim = claim(unique("claim"));
    claim.set("status", tree("{providerID: kwok://a}"));

    assertThat(created(Resource.NODE_CLAIMS, claim).at("/status/providerID").isMissingNode())
        .isTrue();
  }

  @Test
  default void a_plain_patch_leaves_the_status_of_a_custom_resource() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    patched(
        Resource.NODE_CLAIMS,
        claim,
        Patch.merge(tree("{metadata: {labels: {a: b}}, status: {providerID: kwok://a}}")));

    var after = now(Resource.NODE_CLAIMS, claim);
    assertThat(after.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(after.at("/status/providerID").isMissingNode()).isTrue();
  }

  @Test
  default void a_plain_patch_leaves_the_status_of_a_node() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    patched(
        Resource.NODES,
        node,
        Patch.merge(tree("{metadata: {labels: {a: b}}, status: {capacity: {cpu: '8'}}}")));

    var after = now(Resource.NODES, node);
    assertThat(after.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(after.at("/status/capacity/cpu").isMissingNode()).isTrue();
  }

  @Test
  default void a_plain_patch_leaves_the_status_of_a_pod() throws Exception {
    var pod = created(Resource.PODS, pod(unique("pod")));

    patched(
        Resource.PODS,
        pod,
        Patch.merge(tree("{metadata: {labels: {a: b}}, status: {phase: Running}}")));

    assertThat(now(Resource.PODS, pod).at("/status/phase").asText()).isEqualTo("Pending");
  }

  @Test
  default void a_status_patch_changes_the_status_alone() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    patched(
        Resource.NODE_CLAIMS,
        claim,
        Patch.mergeStatus(tree("{metadata: {labels: {a: b}}, status: {providerID: kwok://a}}")));

    var after = now(Resource.NODE_CLAIMS, claim);
    assertThat(after.at("/status/providerID").asText()).isEqualTo("kwok://a");
    assertThat(after.at("/metadata/labels").has("a")).isFalse();
  }

  @Test
  default void a_status_patch_leaves_the_spec_of_a_node() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    patched(
        Resource.NODES,
        node,
        Patch.mergeStatus(tree("{spec: {unschedulable: true}, status: {capacity: {cpu: '8'}}}")));

    var after = now(Resource.NODES, node);
    assertThat(after.at("/status/capacity/cpu").asText()).isEqualTo("8");
    assertThat(after.at("/spec/unschedulable").asBoolean()).isFalse();
  }

  @Test
  default void a_change_of_the_spec_begins_a_generation() throws Exception {
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));
    assertThat(pool.at("/metadata/generation").asLong()).isEqualTo(1);

    var after = patched(Resource.NODE_POOLS, pool, Patch.merge(tree("{spec: {weight: 5}}")));

    assertThat(after.at("/metadata/generation").asLong()).isEqualTo(2);
  }

  @Test
  default void changes_of_metadata_and_status_begin_none() throws Exception {
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));

    patched(Resource.NODE_POOLS, pool, Patch.merge(tree("metadata: {labels: {a: b}}")));
    var after = patched(Resource.NODE_POOLS, pool, Patch.mergeStatus(tree("{status: {nodes: 3}}")));

    assertThat(after.at("/metadata/generation").asLong()).isEqualTo(1);
    assertThat(after.at("/status/nodes").asLong()).isEqualTo(3);
  }
}
