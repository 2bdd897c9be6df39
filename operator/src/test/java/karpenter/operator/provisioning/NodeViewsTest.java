package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import java.util.Set;
import karpenter.api.Json;
import karpenter.core.wire.WireOptions;
import karpenter.operator.kube.Resource;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class NodeViewsTest {
  private static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);
  private static final int NAMES = 6;

  private final TypeSource types =
      new TypeSource(new TestWorld(_ -> List.of()).context().provider());

  private NodeViews views() {
    return new NodeViews(new Prospects(types, Set.of()));
  }

  /// What is kept from look to look must not show.
  @Test
  void views_are_what_somebody_who_never_looked_before_would_see() {
    for (long seed = 1; seed <= 40; seed++) {
      var cluster = new Cluster(seed);
      var kept = views();
      for (int look = 0; look < 60; look++) {
        cluster.change();
        if (cluster.random.nextInt(20) == 0) {
          kept.forget();
        }
        assertThat(told(kept, cluster))
            .as("seed %d, look %d", seed, look)
            .isEqualTo(told(views(), cluster));
      }
    }
  }

  @Test
  void a_node_about_which_nothing_is_new_has_the_same_view() {
    var cluster = new Cluster(1);
    cluster.node("n-1", "p-1", true);
    cluster.claim("c-1", "p-1", "True");
    cluster.node("n-2", "p-2", true);
    cluster.claim("c-2", "p-2", "True");
    var kept = views();
    var before = look(kept, cluster);

    cluster.pod("a", "n-1");
    cluster.claim("c-1", "p-1", "False");
    var after = look(kept, cluster);

    assertThat(after.get(0)).isNotSameAs(before.get(0));
    assertThat(after.get(0).pods()).hasSize(1);
    assertThat(after.get(1)).isSameAs(before.get(1));
  }

  private static List<NodeView> look(NodeViews views, Cluster cluster) {
    var snapshot = cluster.state.snapshot();
    return views.of(snapshot, new Volumes(snapshot));
  }

  private static List<String> told(NodeViews views, Cluster cluster) {
    return look(views, cluster).stream()
        .map(
            view ->
                String.join(
                    "\n",
                    view.name(),
                    view.state().toString(),
                    view.pods().toString(),
                    view.existing.toString(),
                    view.bound().toString()))
        .toList();
  }

  /// Machines with nodes and claims that come, change and go, also ones that do not match.
  private static final class Cluster {
    final Random random;
    final WatchedState state =
        new WatchedState(
            new Reading(
                WireOptions.defaults(), new Managed(List.of(new NodeClassKind(NODE_CLASSES)))),
            List.of(
                Resource.PODS,
                Resource.NODES,
                Resource.NODE_CLAIMS,
                Resource.NODE_POOLS,
                NODE_CLASSES));
    private long version;

    Cluster(long seed) {
      random = new Random(seed);
    }

    void change() {
      for (int i = random.nextInt(4); i >= 0; i--) {
        int which = random.nextInt(NAMES);
        // Now and then somebody else's machine.
        var machine = "p-" + (random.nextInt(8) == 0 ? random.nextInt(NAMES) : which);
        switch (random.nextInt(10)) {
          case 0 -> state.gone(Resource.NODES, nodeTree("n-" + which, machine, true));
          case 1 -> state.gone(Resource.NODE_CLAIMS, claimTree("c-" + which, machine, "True"));
          case 2, 3 -> node("n-" + which, machine, random.nextInt(4) > 0);
          case 4, 5, 6 -> claim("c-" + which, machine, random.nextBoolean() ? "True" : "False");
          case 7 -> state.gone(Resource.PODS, podTree("a-" + which, "n-" + which));
          default -> pod("a-" + random.nextInt(2 * NAMES), "n-" + which);
        }
      }
    }

    void node(String name, String machine, boolean isInitialized) {
      state.changed(Resource.NODES, nodeTree(name, machine, isInitialized), false);
    }

    void claim(String name, String machine, String consolidatable) {
      state.changed(Resource.NODE_CLAIMS, claimTree(name, machine, consolidatable), false);
    }

    void pod(String name, String node) {
      state.changed(Resource.PODS, podTree(name, node), false);
    }

    private ObjectNode nodeTree(String name, String machine, boolean isInitialized) {
      return tree(
          """
          metadata:
            {name: %s, uid: %s, resourceVersion: "%d", labels: {karpenter.sh/nodepool: general,
            karpenter.sh/registered: "true", karpenter.sh/initialized: "%s"}}
          spec: {providerID: %s}
          status: {capacity: {cpu: "4"}, allocatable: {cpu: "4"}}
          """
              .formatted(name, name, ++version, isInitialized, machine));
    }

    private ObjectNode claimTree(String name, String machine, String consolidatable) {
      return tree(
          """
          metadata: {name: %s, uid: %s, resourceVersion: "%d", labels: {karpenter.sh/nodepool: general}}
          spec:
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements: []
            expireAfter: Never
          status:
            providerID: %s
            capacity: {cpu: "8"}
            allocatable: {cpu: "8"}
            conditions: [{type: Consolidatable, status: "%s", reason: X, message: "",
              lastTransitionTime: "2026-01-05T09:00:00Z"}]
          """
              .formatted(name, name, ++version, machine, consolidatable));
    }

    private ObjectNode podTree(String name, String node) {
      return tree(
          """
          metadata: {namespace: default, name: %s, uid: %s, resourceVersion: "%d"}
          spec: {nodeName: "%s", containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
          status: {phase: Running}
          """
              .formatted(name, name, ++version, node));
    }

    private static ObjectNode tree(String yaml) {
      try {
        return (ObjectNode) Json.YAML.readTree(yaml);
      } catch (JsonProcessingException e) {
        throw new AssertionError("the test's own YAML is broken:\n" + yaml, e);
      }
    }
  }
}
