package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.pod;
import static karpenter.operator.kube.Trees.pool;
import static karpenter.operator.kube.Trees.tree;
import static karpenter.operator.kube.Trees.uid;
import static karpenter.operator.kube.Trees.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Making objects, and finding them again.
interface CreateContract extends KubeUnderTest {

  @Test
  default void a_new_object_gets_an_identity() throws Exception {
    var first = created(Resource.NODES, node(unique("node")));
    var second = created(Resource.NODES, node(unique("node")));

    assertThat(uid(first)).isNotEmpty().isNotEqualTo(uid(second));
    assertThat(version(first)).isNotEmpty().isNotEqualTo(version(second));
    assertThat(Instant.parse(first.at("/metadata/creationTimestamp").asText())).isNotNull();
    assertThat(first.path("kind").asText()).isEqualTo("Node");
    assertThat(first.path("apiVersion").asText()).isEqualTo("v1");
  }

  @Test
  default void a_name_is_made_from_its_beginning() throws Exception {
    var pool = pool("");
    pool.withObject("/metadata").remove("name");
    pool.withObject("/metadata").put("generateName", "made-");

    var first = created(Resource.NODE_POOLS, pool);
    var second = created(Resource.NODE_POOLS, pool);

    assertThat(key(first).name()).startsWith("made-").hasSizeGreaterThan("made-".length());
    assertThat(key(second)).isNotEqualTo(key(first));
  }

  @Test
  default void a_name_is_taken_only_once() throws Exception {
    var node = node(unique("node"));
    created(Resource.NODES, node);

    assertThat(kube().create(Resource.NODES, node)).isEqualTo(new Answer.AlreadyExists());
  }

  @Test
  default void what_was_created_can_be_read() throws Exception {
    var created = created(Resource.NODES, node(unique("node")));

    var read = now(Resource.NODES, created);

    assertThat(uid(read)).isEqualTo(uid(created));
    assertThat(read.at("/metadata/labels/suite").asText()).isEqualTo("contract");
  }

  @Test
  default void what_was_never_created_is_not_found() throws Exception {
    assertThat(kube().get(Resource.NODES, ObjectKey.cluster(unique("nobody"))))
        .isEqualTo(new Answer.NotFound());
  }

  @Test
  default void all_objects_of_a_kind_are_listed() throws Exception {
    var one = created(Resource.NODES, node(unique("node")));
    var two = created(Resource.NODES, node(unique("node")));

    assertThat(kube().list(Resource.NODES, "")).extracting(Trees::uid).contains(uid(one), uid(two));
  }

  @Test
  default void listed_objects_say_what_they_are() throws Exception {
    created(Resource.NODES, node(unique("node")));

    assertThat(kube().list(Resource.NODES, ""))
        .allSatisfy(
            listed -> {
              assertThat(listed.path("kind").asText()).isEqualTo("Node");
              assertThat(listed.path("apiVersion").asText()).isEqualTo("v1");
            });
  }

  @Test
  default void objects_of_one_namespace_are_listed() throws Exception {
    var pod = created(Resource.PODS, pod(unique("pod")));

    assertThat(kube().list(Resource.PODS, "default")).extracting(Trees::uid).contains(uid(pod));
    assertThat(kube().list(Resource.PODS, "kube-public"))
        .extracting(Trees::uid)
        .doesNotContain(uid(pod));
  }

  @Test
  default void a_kind_the_server_does_not_know_has_no_objects() throws Exception {
    var unknown = new Resource("example.com", "v1", "unicorns", "Unicorn", false);

    assertThat(kube().list(unknown, "")).isEmpty();
  }

  @Test
  default void a_tree_that_was_handed_out_is_nobody_elses() throws Exception {
    var created = created(Resource.NODES, node(unique("node")));

    created.withObject("/metadata/labels").put("suite", "scribbled");

    assertThat(now(Resource.NODES, created).at("/metadata/labels/suite").asText())
        .isEqualTo("contract");
  }

  @Test
  default void a_new_node_may_bring_its_capacity() throws Exception {
    var node = node(unique("node"));
    node.set("status", tree("{capacity: {cpu: '4'}}"));

    assertThat(created(Resource.NODES, node).at("/status/capacity/cpu").asText()).isEqualTo("4");
  }

  @Test
  default void a_new_node_is_tainted_until_it_is_ready() throws Exception {
    var node = created(Resource.NODES, node(unique("node")));

    assertThat(node.at("/spec/taints").findValuesAsText("key"))
        .contains("node.kubernetes.io/not-ready");
  }

  @Test
  default void a_new_pod_is_pending() throws Exception {
    var pod = pod(unique("pod"));
    pod.set("status", tree("{phase: Running}"));

    assertThat(created(Resource.PODS, pod).at("/status/phase").asText()).isEqualTo("Pending");
  }
}
