package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.isTerminating;
import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.pod;
import static karpenter.operator.kube.Trees.podOn;
import static karpenter.operator.kube.Trees.tree;
import static karpenter.operator.kube.Trees.uid;
import static karpenter.operator.kube.Trees.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Deleting objects: at once, on conditions, and pods in their own time.
interface DeleteContract extends KubeUnderTest {

  @Test
  default void an_object_without_finalizers_is_gone_at_once() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    assertThat(kube().delete(Resource.NODES, key(node), Deletion.PLAIN))
        .isInstanceOf(Answer.Done.class);

    assertThat(isThere(Resource.NODES, node)).isFalse();
    assertThat(kube().delete(Resource.NODES, key(node), Deletion.PLAIN))
        .isEqualTo(new Answer.NotFound());
  }

  @Test
  default void another_object_of_the_name_is_not_deleted_in_its_place() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    assertThat(kube().delete(Resource.NODES, key(node), Deletion.of("not-this-one")))
        .isInstanceOf(Answer.Conflict.class);
    assertThat(isThere(Resource.NODES, node)).isTrue();

    assertThat(kube().delete(Resource.NODES, key(node), Deletion.of(uid(node))))
        .isInstanceOf(Answer.Done.class);
    assertThat(isThere(Resource.NODES, node)).isFalse();
  }

  @Test
  default void an_object_that_changed_is_not_deleted_at_the_older_version() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));
    patched(Resource.NODES, node, Patch.merge(tree("metadata: {labels: {a: b}}")));
    var deletion = new Deletion(Optional.empty(), Optional.of(version(node)), OptionalLong.empty());

    assertThat(kube().delete(Resource.NODES, key(node), deletion))
        .isInstanceOf(Answer.Conflict.class);
  }

  @Test
  default void a_pod_without_a_node_is_gone_at_once() throws Exception {
    var pod = created(Resource.PODS, pod(unique("pod")));

    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN));

    assertThat(isThere(Resource.PODS, pod)).isFalse();
  }

  @Test
  default void a_pod_on_a_node_has_its_grace_period_to_stop() throws Exception {
    var pod = boundPod();

    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN));

    var terminating = now(Resource.PODS, pod);
    assertThat(isTerminating(terminating)).isTrue();
    assertThat(terminating.at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(30);
  }

  @Test
  default void a_pod_may_be_given_another_grace_period() throws Exception {
    var pod = boundPod();

    done(kube().delete(Resource.PODS, key(pod), Deletion.of(uid(pod)).within(7)));

    assertThat(now(Resource.PODS, pod).at("/metadata/deletionGracePeriodSeconds").asLong())
        .isEqualTo(7);
  }

  @Test
  default void a_second_deletion_may_shorten_the_grace_period() throws Exception {
    var pod = boundPod();
    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN));
    var before = deadline(now(Resource.PODS, pod));

    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN.within(2)));

    var after = now(Resource.PODS, pod);
    assertThat(after.at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(2);
    assertThat(Duration.between(deadline(after), before)).isPositive();
  }

  @Test
  default void a_second_deletion_does_not_lengthen_the_grace_period() throws Exception {
    var pod = boundPod();
    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN.within(5)));

    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN.within(60)));

    assertThat(now(Resource.PODS, pod).at("/metadata/deletionGracePeriodSeconds").asLong())
        .isEqualTo(5);
  }

  @Test
  default void a_pod_with_no_grace_is_gone_at_once() throws Exception {
    var pod = boundPod();
    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN));

    done(kube().delete(Resource.PODS, key(pod), Deletion.PLAIN.within(0)));

    assertThat(isThere(Resource.PODS, pod)).isFalse();
  }

  private ObjectNode boundPod() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));
    return created(Resource.PODS, podOn(key(node).name(), unique("pod")));
  }

  private static Instant deadline(ObjectNode pod) {
    return Instant.parse(pod.at("/metadata/deletionTimestamp").asText());
  }
}
