package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.wire.Read;
import karpenter.operator.journal.Decision;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Writes down what would be written, and writes nothing. Loops are told that nothing was
/// different, so that they go on as after a write that had no effect.
///
/// A loop comes to the same decision again and again while nobody acts on it; it is recorded when
/// it is new.
public final class ObservingWriter implements ClusterWriter {
  /// Objects whose last record is remembered.
  static final int MAX_REMEMBERED = 10_000;

  private static final String LOOP = "observe";

  private final ClusterState state;
  private final Reading reading;
  private final Journal journal;
  private final InstantSource clock;
  private final Map<String, String> recorded =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  public ObservingWriter(
      ClusterState state, Reading reading, Journal journal, InstantSource clock) {
    this.state = state;
    this.reading = reading;
    this.journal = journal;
    this.clock = clock;
  }

  @Override
  public Written<ClaimFacts> createClaim(ObjectNode claim) {
    var metadata = claim.path("metadata");
    var name = metadata.path("name").asText(metadata.path("generateName").asText());
    record("WouldCreate", "NodeClaim/" + name, claim.toString());
    var named = claim.deepCopy();
    named.withObjectProperty("metadata").put("name", name);
    return switch (reading.read(Resource.NODE_CLAIMS, named)) {
      case Read.Understood<?>(var value) -> new Written.Unchanged<>((ClaimFacts) value);
      case Read.Refused<?>(var problems) -> new Written.Refused<>(problems.toString());
      case Read.NotOurs<?>(var reason) -> new Written.Refused<>(reason);
    };
  }

  @Override
  public Written<ClaimFacts> patchClaim(ClaimFacts before, ClaimFacts after, Guard guard) {
    return patched("NodeClaim/" + before.name(), Patches.metadata(before, after), after);
  }

  @Override
  public Written<ClaimFacts> patchClaimStatus(ClaimFacts before, ClaimFacts after, Guard guard) {
    return patched("NodeClaim/" + before.name(), Patches.status(before, after), after);
  }

  @Override
  public Written<NodeFacts> patchNode(NodeFacts before, NodeFacts after, Guard guard) {
    return patched("Node/" + before.name(), Patches.node(before, after), after);
  }

  @Override
  public Written<NodeFacts> removeNodeFinalizer(NodeFacts node, String finalizer) {
    record("WouldPatch", "Node/" + node.name(), "remove finalizer " + finalizer);
    return new Written.Unchanged<>(node);
  }

  @Override
  public Written<PoolFacts> patchPool(PoolFacts before, PoolFacts after, Guard guard) {
    return patched("NodePool/" + before.name(), Patches.metadata(before, after), after);
  }

  @Override
  public Written<PoolFacts> patchPoolStatus(PoolFacts before, PoolFacts after, Guard guard) {
    return patched("NodePool/" + before.name(), Patches.status(before, after), after);
  }

  @Override
  public Written<ObjectNode> patchStatus(Resource resource, ObjectKey key, ObjectNode body) {
    record("WouldPatch", resource.kind() + "/" + key, body.toString());
    return new Written.Unchanged<>(body);
  }

  @Override
  public Written<ObjectNode> delete(Resource resource, ObjectKey key, Deletion deletion) {
    record("WouldDelete", resource.kind() + "/" + key, "");
    return new Written.Missing<>();
  }

  private <T> Written<T> patched(String subject, MergePatch patch, T after) {
    if (!patch.isEmpty()) {
      record("WouldPatch", subject, patch.body().toString());
    }
    return new Written.Unchanged<>(after);
  }

  private void record(String kind, String subject, String body) {
    synchronized (recorded) {
      if (body.equals(recorded.put(kind + " " + subject, body))) {
        return;
      }
    }
    var details = new TreeMap<String, String>();
    if (!body.isEmpty()) {
      details.put("body", body);
    }
    journal.record(
        new Decision(
            clock.instant(),
            LOOP,
            kind,
            subject,
            List.of("observe mode: decided, and not written"),
            details,
            state.snapshot().version()));
  }
}
