package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.claim;
import static karpenter.operator.kube.Trees.pool;
import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Our own kinds are checked and completed by the server.
interface CustomResourceContract extends KubeUnderTest {

  @Test
  default void a_pool_is_completed_with_defaults() throws Exception {
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));

    assertThat(pool.at("/spec/template/spec/expireAfter").asText()).isEqualTo("720h");
    assertThat(pool.at("/spec/disruption/consolidateAfter").asText()).isEqualTo("0s");
    assertThat(pool.at("/spec/disruption/consolidationPolicy").asText())
        .isEqualTo("WhenEmptyOrUnderutilized");
    assertThat(pool.at("/spec/disruption/budgets/0/nodes").asText()).isEqualTo("10%");
  }

  @Test
  default void a_claim_is_completed_with_defaults() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    assertThat(claim.at("/spec/expireAfter").asText()).isEqualTo("720h");
  }

  @Test
  default void a_node_class_is_ready_from_the_start() throws Exception {
    var nodeClass =
        created(
            NODE_CLASSES,
            tree(
                """
                apiVersion: karpenter.kwok.sh/v1alpha1
                kind: KWOKNodeClass
                metadata: {name: %s}
                """
                    .formatted(unique("class"))));

    assertThat(nodeClass.at("/status/conditions/0/type").asText()).isEqualTo("Ready");
    assertThat(nodeClass.at("/status/conditions/0/status").asText()).isEqualTo("True");
  }

  @Test
  default void an_invalid_pool_is_refused() throws Exception {
    var pool = pool(unique("pool"));
    pool.withObject("/spec").put("weight", 1000);

    var answer = refused(kube().create(Resource.NODE_POOLS, pool));

    assertThat(answer.code()).isEqualTo(422);
    assertThat(answer.reason()).isEqualTo("Invalid");
    assertThat(answer.message()).contains("spec.weight");
    assertThat(isThere(Resource.NODE_POOLS, pool)).isFalse();
  }

  @Test
  default void a_rule_between_fields_is_enforced() throws Exception {
    var claim = claim(unique("claim"));
    claim
        .at("/spec/requirements")
        .forEach(
            line -> ((com.fasterxml.jackson.databind.node.ObjectNode) line).putArray("values"));

    assertThat(refused(kube().create(Resource.NODE_CLAIMS, claim)).code()).isEqualTo(422);
  }

  @Test
  default void an_invalid_change_is_refused() throws Exception {
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));

    var answer =
        kube().patch(Resource.NODE_POOLS, key(pool), Patch.merge(tree("{spec: {weight: -1}}")));

    assertThat(refused(answer).code()).isEqualTo(422);
    assertThat(now(Resource.NODE_POOLS, pool)).isEqualTo(pool);
  }

  @Test
  default void an_invalid_status_is_refused() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    var answer =
        kube()
            .patch(
                Resource.NODE_CLAIMS,
                key(claim),
                Patch.mergeStatus(
                    tree("{status: {conditions: [{type: Ready, status: Perhaps}]}}")));

    assertThat(refused(answer).code()).isEqualTo(422);
  }

  @Test
  default void the_spec_of_a_claim_never_changes() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));

    var answer =
        kube()
            .patch(
                Resource.NODE_CLAIMS,
                key(claim),
                Patch.merge(tree("{spec: {terminationGracePeriod: 5m}}")));

    assertThat(refused(answer).code()).isEqualTo(422);
  }

  @Test
  default void a_field_nobody_knows_is_dropped() throws Exception {
    var pool = pool(unique("pool"));
    pool.withObject("/spec").put("colour", "blue");

    assertThat(created(Resource.NODE_POOLS, pool).path("spec").has("colour")).isFalse();
  }
}
