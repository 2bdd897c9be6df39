package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.claim;
import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.nodeWithFinalizers;
import static karpenter.operator.kube.Trees.pool;
import static karpenter.operator.kube.Trees.tree;
import static karpenter.operator.kube.Trees.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Changing objects, wholly or in part, with and without a precondition.
interface PatchContract extends KubeUnderTest {

  @Test
  default void a_merge_patch_adds_and_null_removes() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    var after =
        patched(
            Resource.NODES, node, Patch.merge(tree("metadata: {labels: {new: a, suite: null}}")));

    assertThat(after.at("/metadata/labels/new").asText()).isEqualTo("a");
    assertThat(after.at("/metadata/labels").has("suite")).isFalse();
    assertThat(version(after)).isNotEqualTo(version(node));
  }

  @Test
  default void a_merge_patch_replaces_lists() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));
    patched(
        Resource.NODES,
        node,
        Patch.merge(tree("{spec: {taints: [{key: a, effect: NoSchedule}]}}")));

    var after =
        patched(
            Resource.NODES,
            node,
            Patch.merge(tree("{spec: {taints: [{key: b, effect: NoExecute}]}}")));

    assertThat(after.at("/spec/taints").findValuesAsText("key")).containsExactly("b");
  }

  @Test
  default void a_patch_that_changes_nothing_leaves_the_version() throws Exception {
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));

    var after = patched(Resource.NODE_POOLS, pool, Patch.merge(tree("{spec: {weight: null}}")));

    assertThat(version(after)).isEqualTo(version(pool));
  }

  @Test
  default void a_patch_of_nothing_is_not_found() throws Exception {
    assertThat(
            kube()
                .patch(
                    Resource.NODES,
                    ObjectKey.cluster(unique("nobody")),
                    Patch.merge(tree("metadata: {labels: {a: b}}"))))
        .isEqualTo(new Answer.NotFound());
  }

  @Test
  default void a_patch_that_names_the_version_it_met_is_stored() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    var answer = kube().patch(Resource.NODE_CLAIMS, key(claim), labelIfAt(version(claim)));

    assertThat(done(answer).at("/metadata/labels/mine").asText()).isEqualTo("yes");
  }

  @Test
  default void a_patch_that_names_an_older_version_conflicts() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {labels: {theirs: 'yes'}}")));

    var answer = kube().patch(Resource.NODE_CLAIMS, key(claim), labelIfAt(version(claim)));

    assertThat(answer).isInstanceOf(Answer.Conflict.class);
    assertThat(now(Resource.NODE_CLAIMS, claim).at("/metadata/labels").has("mine")).isFalse();
  }

  @Test
  default void a_status_patch_that_names_an_older_version_conflicts() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {labels: {theirs: 'yes'}}")));
    var body = tree("{status: {providerID: kwok://a}}");
    body.withObject("/metadata").put("resourceVersion", version(claim));

    assertThat(kube().patch(Resource.NODE_CLAIMS, key(claim), Patch.mergeStatus(body)))
        .isInstanceOf(Answer.Conflict.class);
  }

  @Test
  default void a_finalizer_is_removed_by_name() throws Exception {
    var node =
        created(Resource.NODES, nodeWithFinalizers(unique("node"), "example.com/a,example.com/b"));

    var after =
        patched(
            Resource.NODES,
            node,
            Patch.strategic(
                tree("metadata: {$deleteFromPrimitiveList/finalizers: [example.com/a]}")));

    assertThat(after.at("/metadata/finalizers")).hasToString("[\"example.com/b\"]");
  }

  @Test
  default void a_finalizer_is_added_beside_the_others() throws Exception {
    var node = created(Resource.NODES, nodeWithFinalizers(unique("node"), "example.com/a"));

    var after =
        patched(
            Resource.NODES, node, Patch.strategic(tree("metadata: {finalizers: [example.com/b]}")));

    assertThat(after.at("/metadata/finalizers"))
        .extracting(text -> text.asText())
        .containsExactlyInAnyOrder("example.com/a", "example.com/b");
  }

  @Test
  default void node_conditions_are_merged_by_type() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));
    strategicStatus(
        node, "{status: {conditions: [{type: A, status: 'True'}, {type: B, status: 'True'}]}}");

    strategicStatus(node, "{status: {conditions: [{type: B, status: 'False'}]}}");

    var conditions = now(Resource.NODES, node).at("/status/conditions");
    assertThat(conditions)
        .anySatisfy(
            condition ->
                assertThat(condition.path("type").asText() + condition.path("status").asText())
                    .isEqualTo("ATrue"))
        .anySatisfy(
            condition ->
                assertThat(condition.path("type").asText() + condition.path("status").asText())
                    .isEqualTo("BFalse"));
  }

  @Test
  default void custom_resources_know_no_strategic_patch() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    var answer =
        kube()
            .patch(
                Resource.NODE_CLAIMS,
                key(claim),
                Patch.strategic(tree("metadata: {labels: {a: b}}")));

    assertThat(refused(answer).code()).isEqualTo(415);
  }

  @Test
  default void a_whole_object_is_replaced_at_the_version_it_was_read() throws Exception {
    var lease = created(Resource.LEASES, lease(unique("lease")));

    lease.withObject("/spec").put("holderIdentity", "b");
    var after = done(kube().replace(Resource.LEASES, key(lease), lease));

    assertThat(after.at("/spec/holderIdentity").asText()).isEqualTo("b");
    assertThat(version(after)).isNotEqualTo(version(lease));
  }

  @Test
  default void a_whole_object_is_not_replaced_at_an_older_version() throws Exception {
    var lease = created(Resource.LEASES, lease(unique("lease")));
    lease.withObject("/spec").put("holderIdentity", "b");
    done(kube().replace(Resource.LEASES, key(lease), lease));

    assertThat(kube().replace(Resource.LEASES, key(lease), lease))
        .isInstanceOf(Answer.Conflict.class);
  }

  private void strategicStatus(com.fasterxml.jackson.databind.node.ObjectNode node, String body)
      throws Exception {
    patched(
        Resource.NODES, node, new Patch(Patch.Form.STRATEGIC, tree(body), Optional.of("status")));
  }

  private static Patch labelIfAt(String version) {
    var body = tree("metadata: {labels: {mine: 'yes'}}");
    body.withObject("/metadata").put("resourceVersion", version);
    return Patch.merge(body);
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode lease(String name) {
    return tree(
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: %s, namespace: default}
        spec: {holderIdentity: a, leaseDurationSeconds: 15}
        """
            .formatted(name));
  }
}
