package karpenter.operator.termination;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.Finalizers;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.provider.Managed;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Which nodes are going, so that a change of a pod, a volume or a claim can be told to concern one
/// of them without looking anything up. Told of every change by the state's writer, read by nobody
/// else.
final class DrainingNodes {
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final Managed managed;

  DrainingNodes(Managed managed) {
    this.managed = managed;
  }

  /// Being deleted, and held by our finalizer until we let it go.
  boolean isLeaving(NodeFacts node) {
    return node.meta().isDeleting()
        && node.meta().hasFinalizer(Finalizers.TERMINATION)
        && managed.is(node);
  }

  /// The node to look at again because of this change.
  List<String> concernedBy(Change change) {
    if (change.concerns(Kind.NODES)) {
      return node(change).stream().toList();
    }
    if (names.isEmpty()) {
      return List.of();
    }
    Optional<String> node = Optional.empty();
    if (change.concerns(Kind.PODS)) {
      node = change.latest(Kind.PODS).filter(_ -> movesDrain(change)).flatMap(PodFacts::node);
    } else if (change.concerns(Kind.VOLUME_ATTACHMENTS)) {
      node = change.latest(Kind.VOLUME_ATTACHMENTS).map(AttachmentFacts::node);
    } else if (change.concerns(Kind.NODE_CLAIMS)) {
      node =
          change.latest(Kind.NODE_CLAIMS).filter(_ -> moves(change)).flatMap(ClaimFacts::nodeName);
    }
    return node.filter(names::contains).stream().toList();
  }

  private Optional<String> node(Change change) {
    var name = change.key().name();
    if (change.after(Kind.NODES).filter(this::isLeaving).isEmpty()) {
      names.remove(name);
      return Optional.empty();
    }
    names.add(name);
    return Optional.of(name);
  }

  /// Came, went, began to go or ended. What else happens to a pod does not matter to the drain.
  private static boolean movesDrain(Change change) {
    var before = change.before(Kind.PODS);
    var after = change.after(Kind.PODS);
    return before.isEmpty()
        || after.isEmpty()
        || before.get().isTerminal() != after.get().isTerminal()
        || !before.get().deleted().equals(after.get().deleted())
        || !before.get().node().equals(after.get().node());
  }

  /// Came, went or got another deadline; our own notes about the drain do not count.
  private static boolean moves(Change change) {
    var before = change.before(Kind.NODE_CLAIMS);
    var after = change.after(Kind.NODE_CLAIMS);
    return before.isEmpty()
        || after.isEmpty()
        || !before.get().meta().annotations().equals(after.get().meta().annotations());
  }
}
