package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// What we know of the cluster. One writer changes it, from three kinds of input: watch events,
/// echoes of our own writes (the newer resourceVersion wins, deletions leave tombstones), and our
/// notes.
public interface ClusterState extends WatchSink {
  ClusterSnapshot snapshot();

  /// The answer to a write of ours: known at once, before any watch tells.
  void echo(Resource resource, ObjectNode object);

  /// A deletion of ours that is complete.
  void echoGone(Resource resource, ObjectKey key, String uid);

  void note(Note note);

  /// Told of every change, in order, by the writer: must return soon and not write.
  void subscribe(Consumer<Change> listener);

  /// Since when changes of the kind do not arrive; empty while they do.
  default Optional<Interruption> interruption(Resource resource) {
    return Optional.empty();
  }

  record Interruption(Instant since, String reason) {}

  /// Objects that could not be understood, with the reason; the rest goes on without them.
  java.util.List<Quarantined> quarantine();

  /// @param reason what is wrong with it
  record Quarantined(Resource resource, ObjectKey key, String version, String reason) {}
}
