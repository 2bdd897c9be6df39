package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.claim;
import static karpenter.operator.kube.Trees.isTerminating;
import static karpenter.operator.kube.Trees.nodeWithFinalizers;
import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/// Objects that must be finished with before they go.
interface FinalizerContract extends KubeUnderTest {

  @Test
  default void a_finalizer_keeps_a_deleted_object() throws Exception {
    var claim = heldClaim();

    var answer = done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    assertThat(isTerminating(answer)).isTrue();
    assertThat(isTerminating(now(Resource.NODE_CLAIMS, claim))).isTrue();
  }

  @Test
  default void the_beginning_of_the_end_is_a_generation() throws Exception {
    var claim = heldClaim();

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    assertThat(now(Resource.NODE_CLAIMS, claim).at("/metadata/generation").asLong()).isEqualTo(2);
  }

  @Test
  default void a_second_deletion_changes_nothing() throws Exception {
    var claim = heldClaim();
    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));
    var before = now(Resource.NODE_CLAIMS, claim);

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    assertThat(now(Resource.NODE_CLAIMS, claim)).isEqualTo(before);
  }

  @Test
  default void the_object_goes_with_its_last_finalizer() throws Exception {
    var claim = heldClaim();
    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    var last =
        patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {finalizers: null}")));

    assertThat(last.at("/metadata/finalizers")).isEmpty();
    assertThat(isThere(Resource.NODE_CLAIMS, claim)).isFalse();
  }

  @Test
  default void the_object_stays_with_the_other_finalizer() throws Exception {
    var node =
        created(Resource.NODES, nodeWithFinalizers(unique("node"), "example.com/a,example.com/b"));
    done(kube().delete(Resource.NODES, key(node), Deletion.PLAIN));

    patched(Resource.NODES, node, without("example.com/a"));
    assertThat(isThere(Resource.NODES, node)).isTrue();

    patched(Resource.NODES, node, without("example.com/b"));
    assertThat(isThere(Resource.NODES, node)).isFalse();
  }

  @Test
  default void a_terminating_object_takes_no_new_finalizer() throws Exception {
    var claim = heldClaim();
    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    var answer =
        kube()
            .patch(
                Resource.NODE_CLAIMS,
                key(claim),
                Patch.merge(tree("metadata: {finalizers: [example.com/hold, example.com/more]}")));

    assertThat(refused(answer).code()).isEqualTo(422);
  }

  @Test
  default void a_terminating_object_still_takes_labels_and_status() throws Exception {
    var claim = heldClaim();
    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {annotations: {a: b}}")));
    patched(Resource.NODE_CLAIMS, claim, Patch.mergeStatus(tree("{status: {nodeName: n}}")));

    var after = now(Resource.NODE_CLAIMS, claim);
    assertThat(after.at("/metadata/annotations/a").asText()).isEqualTo("b");
    assertThat(after.at("/status/nodeName").asText()).isEqualTo("n");
  }

  @Test
  default void the_name_is_free_only_when_the_object_is_gone() throws Exception {
    var claim = heldClaim();
    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    assertThat(kube().create(Resource.NODE_CLAIMS, claim(key(claim).name())))
        .isEqualTo(new Answer.AlreadyExists());

    patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {finalizers: null}")));
    created(Resource.NODE_CLAIMS, claim(key(claim).name()));
  }

  private ObjectNode heldClaim() throws Exception {
    var claim = claim(unique("claim"));
    claim.withObject("/metadata").putArray("finalizers").add("example.com/hold");
    return created(Resource.NODE_CLAIMS, claim);
  }

  private static Patch without(String finalizer) {
    return Patch.strategic(
        tree("metadata: {$deleteFromPrimitiveList/finalizers: [%s]}".formatted(finalizer)));
  }
}
