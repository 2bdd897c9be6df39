package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.claim;
import static karpenter.operator.kube.Trees.isTerminating;
import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.nodeWithFinalizers;
import static karpenter.operator.kube.Trees.owned;
import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What is owned goes after its owners.
interface OwnerContract extends KubeUnderTest {

  @Test
  default void an_owner_does_not_wait_for_what_it_owns() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    created(Resource.NODES, owned(nodeWithFinalizers(unique("node"), "example.com/hold"), claim));

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    assertThat(isThere(Resource.NODE_CLAIMS, claim)).isFalse();
  }

  @Test
  default void what_is_owned_goes_when_its_owner_is_gone() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    var node = created(Resource.NODES, owned(node(unique("node")), claim));

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    eventually("the node is collected", () -> !isThere(Resource.NODES, node));
  }

  @Test
  default void what_is_owned_and_held_is_only_marked() throws Exception {
    var claim = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    var node =
        created(
            Resource.NODES, owned(nodeWithFinalizers(unique("node"), "example.com/hold"), claim));

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));

    eventually("the node is terminating", () -> isTerminating(now(Resource.NODES, node)));
  }

  @Test
  default void what_is_owned_stays_while_its_owner_is_held() throws Exception {
    var held = claim(unique("claim"));
    held.withObject("/metadata").putArray("finalizers").add("example.com/hold");
    var claim = created(Resource.NODE_CLAIMS, held);
    var node = created(Resource.NODES, owned(node(unique("node")), claim));

    done(kube().delete(Resource.NODE_CLAIMS, key(claim), Deletion.PLAIN));
    for (int i = 0; i < 10; i++) {
      settle();
    }
    assertThat(isTerminating(now(Resource.NODES, node))).isFalse();

    patched(Resource.NODE_CLAIMS, claim, Patch.merge(tree("metadata: {finalizers: null}")));
    eventually("the node is collected", () -> !isThere(Resource.NODES, node));
  }

  @Test
  default void what_has_another_owner_stays() throws Exception {
    var first = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    var second = created(Resource.NODE_CLAIMS, claim(unique("claim")));
    var node = created(Resource.NODES, owned(owned(node(unique("node")), first), second));
    var witness = created(Resource.NODES, owned(node(unique("node")), first));

    done(kube().delete(Resource.NODE_CLAIMS, key(first), Deletion.PLAIN));

    eventually("the witness is collected", () -> !isThere(Resource.NODES, witness));
    assertThat(isTerminating(now(Resource.NODES, node))).isFalse();
  }
}
