package karpenter.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import karpenter.api.ObjectMeta;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.FeedRetry.Receiver;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// Turns changes of the state into keys for the loops. Until [#open], changes are dropped: whoever
/// opens the feeds replays what is there then. Every loop and listener is told by itself
/// ([FeedRetry]), so that a defect in one keeps nothing from the others.
final class Feeds implements Consumer<Change> {
  private final List<Feed<?>> feeds = new ArrayList<>();
  private final List<Receiver> receivers = new CopyOnWriteArrayList<>();
  private final FeedRetry retry = new FeedRetry();
  private volatile boolean isOpen;

  /// One loop's queue, and what goes into it.
  private record Feed<K>(LoopPlan<K> plan, WorkQueue<K> queue) {
    static <K> Feed<K> of(LoopPlan<K> plan, Runtime runtime) {
      return new Feed<>(plan, runtime.register(plan.loop(), plan.pace()));
    }

    void tell(Change change) {
      for (var key : plan.keys().apply(change)) {
        queue.add(key);
      }
    }

    void start() {
      plan.atStart().forEach(queue::add);
    }
  }

  Feeds(List<LoopPlan<?>> plans, Runtime runtime) {
    for (var plan : plans) {
      var feed = Feed.of(plan, runtime);
      feeds.add(feed);
      receivers.add(new Receiver(plan.loop().name(), feed::tell));
    }
    var _ = runtime.register(retry, FeedRetry.PACE);
  }

  @Override
  public void accept(Change change) {
    if (isOpen) {
      receivers.forEach(receiver -> retry.tell(receiver, change));
    }
  }

  void listen(Consumer<Change> listener) {
    receivers.add(new Receiver(listener.getClass().getSimpleName(), listener));
  }

  /// From here on changes are passed on. The snapshot is taken afterwards, so that a change between
  /// the two is told at least once; telling one twice is harmless.
  void open() {
    isOpen = true;
  }

  /// Every object there is, as if a watch had just begun.
  ///
  /// @param nodeClasses the kinds of node class the provider brings
  void replay(ClusterSnapshot snapshot, List<Kind<NodeClassFacts>> nodeClasses) {
    for (var kind : nodeClasses) {
      replay(snapshot, kind, nodeClass -> key(nodeClass.meta()));
    }
    replay(snapshot, Kind.NAMESPACES, namespace -> ObjectKey.cluster(namespace.name()));
    replay(snapshot, Kind.NODE_OVERLAYS, overlay -> key(overlay.metadata()));
    replay(snapshot, Kind.NODE_POOLS, pool -> ObjectKey.cluster(pool.name()));
    replay(snapshot, Kind.NODE_CLAIMS, claim -> key(claim.meta()));
    replay(snapshot, Kind.NODES, node -> key(node.meta()));
    replay(snapshot, Kind.DAEMON_SETS, daemonSet -> key(daemonSet.meta()));
    replay(snapshot, Kind.PDBS, pdb -> key(pdb.meta()));
    replay(snapshot, Kind.VOLUME_ATTACHMENTS, attachment -> key(attachment.meta()));
    replay(snapshot, Kind.RESOURCE_SLICES, slice -> key(slice.meta()));
    replay(snapshot, Kind.CAPACITY_BUFFERS, buffer -> key(buffer.metadata()));
    replay(snapshot, Kind.PODS, pod -> ObjectKey.of(pod.namespace(), pod.name()));
  }

  private <T> void replay(ClusterSnapshot snapshot, Kind<T> kind, Function<T, ObjectKey> key) {
    for (var value : snapshot.all(kind)) {
      accept(
          new Change(
              kind, key.apply(value), Optional.empty(), Optional.of(value), Change.Origin.REPLAY));
    }
  }

  private static ObjectKey key(Meta meta) {
    return ObjectKey.of(meta.namespace(), meta.name());
  }

  private static ObjectKey key(ObjectMeta meta) {
    return ObjectKey.of(
        Objects.requireNonNullElse(meta.namespace(), ""),
        Objects.requireNonNullElse(meta.name(), ""));
  }

  void start() {
    feeds.forEach(Feed::start);
  }
}
