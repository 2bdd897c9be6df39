package karpenter.operator.kube;

import static karpenter.operator.kube.Trees.node;
import static karpenter.operator.kube.Trees.nodeWithFinalizers;
import static karpenter.operator.kube.Trees.pool;
import static karpenter.operator.kube.Trees.tree;
import static karpenter.operator.kube.Trees.uid;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Being told of objects and of their changes.
interface WatchContract extends KubeUnderTest {

  /// Cuts every watch, as a server that restarts does, and undoes it on close. Changes made between
  /// are to be told afterwards. Where that cannot be arranged, the test is left out.
  default AutoCloseable loseWatches() {
    return Assumptions.abort("watches cannot be cut here");
  }

  @Test
  default void what_is_there_is_told_before_the_rest() throws Exception {
    // A pool, because controllers of a real cluster have something to say to a new node at any
    // moment.
    var pool = created(Resource.NODE_POOLS, pool(unique("pool")));

    var log = new WatchLog(key(pool));
    try (var _ = kube().watch(Resource.NODE_POOLS, log)) {
      eventually("the watch is synced", log::isSynced);

      assertThat(log.told()).containsExactly("replayed " + key(pool));
    }
  }

  @Test
  default void a_watch_of_nothing_is_synced() throws Exception {
    var log = new WatchLog(ObjectKey.cluster("nobody"));
    try (var _ =
        kube().watch(new Resource("example.com", "v1", "unicorns", "Unicorn", false), log)) {
      eventually("the watch is synced", log::isSynced);

      assertThat(log.told()).isEmpty();
    }
  }

  @Test
  default void changes_are_told_in_their_order() throws Exception {
    var name = unique("node");
    var log = new WatchLog(ObjectKey.cluster(name));
    try (var _ = kube().watch(Resource.NODES, log)) {
      eventually("the watch is synced", log::isSynced);

      var node = created(Resource.NODES, nodeWithFinalizers(name, "example.com/hold"));
      patched(Resource.NODES, node, Patch.merge(tree("metadata: {annotations: {step: '1'}}")));
      patched(Resource.NODES, node, Patch.merge(tree("metadata: {annotations: {step: '2'}}")));
      done(kube().delete(Resource.NODES, key(node), Deletion.PLAIN));
      patched(Resource.NODES, node, Patch.merge(tree("metadata: {finalizers: null}")));

      eventually("the node is told gone", () -> log.told().contains("gone " + name));
      assertThat(log.steps()).containsSubsequence("", "1", "2");
      assertThat(log.told()).endsWith("gone " + name).doesNotContain("replayed " + name);
      assertThat(log.versions()).isSorted();
      assertThat(uid(log.last())).isEqualTo(uid(node));
    }
  }

  @Test
  default void every_watcher_is_told() throws Exception {
    var name = unique("node");
    var one = new WatchLog(ObjectKey.cluster(name));
    var two = new WatchLog(ObjectKey.cluster(name));
    try (var _ = kube().watch(Resource.NODES, one);
        var _ = kube().watch(Resource.NODES, two)) {
      eventually("both are synced", () -> one.isSynced() && two.isSynced());

      created(Resource.NODES, node(name));

      eventually("both are told", () -> !one.told().isEmpty() && !two.told().isEmpty());
    }
  }

  @Test
  default void a_closed_watch_tells_nothing() throws Exception {
    var name = unique("node");
    var closed = new WatchLog(ObjectKey.cluster(name));
    var open = new WatchLog(ObjectKey.cluster(name));
    try (var _ = kube().watch(Resource.NODES, open)) {
      var watch = kube().watch(Resource.NODES, closed);
      eventually("both are synced", () -> open.isSynced() && closed.isSynced());
      watch.close();

      created(Resource.NODES, node(name));

      eventually("the other is told", () -> !open.told().isEmpty());
      assertThat(closed.told()).isEmpty();
    }
  }

  @Test
  default void a_tree_told_to_one_is_not_the_others() throws Exception {
    var name = unique("node");
    var scribbler = new WatchLog(ObjectKey.cluster(name), node -> node.remove("metadata"));
    var reader = new WatchLog(ObjectKey.cluster(name));
    try (var _ = kube().watch(Resource.NODES, scribbler);
        var _ = kube().watch(Resource.NODES, reader)) {
      eventually("both are synced", () -> scribbler.isSynced() && reader.isSynced());

      var node = created(Resource.NODES, node(name));

      eventually("the reader is told", () -> !reader.told().isEmpty());
      assertThat(uid(reader.last())).isEqualTo(uid(node));
      assertThat(uid(now(Resource.NODES, node))).isEqualTo(uid(node));
    }
  }

  @Test
  default void a_lost_watch_makes_up_for_what_it_missed() throws Exception {
    var stays = created(Resource.NODES, node(unique("node")));
    var goes = created(Resource.NODES, node(unique("node")));
    var comes = unique("node");
    var log = new WatchLog(key(stays), key(goes), ObjectKey.cluster(comes));
    try (var _ = kube().watch(Resource.NODES, log)) {
      eventually("the watch is synced", log::isSynced);
      try (var _ = loseWatches()) {
        eventually("the loss is noticed", log::isInterrupted);
        done(kube().delete(Resource.NODES, key(goes), Deletion.PLAIN));
        created(Resource.NODES, node(comes));
      }
      eventually("the watch is synced again", log::isSynced);

      // It may go on where it was, or list again: both tell what was missed.
      eventually("the deletion is told", () -> log.told().contains("gone " + key(goes)));
      eventually(
          "the creation is told",
          () ->
              log.told().contains("replayed " + comes) || log.told().contains("changed " + comes));
    }
  }
}
