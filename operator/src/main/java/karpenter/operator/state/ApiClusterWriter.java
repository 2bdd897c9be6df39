package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.wire.Read;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;

/// Writes to the API server. What it answers is in the state before the caller goes on, so that the
/// next look shows the write.
public final class ApiClusterWriter implements ClusterWriter {
  private final Kube kube;
  private final ClusterState state;
  private final Reading reading;

  public ApiClusterWriter(Kube kube, ClusterState state, Reading reading) {
    this.kube = kube;
    this.state = state;
    this.reading = reading;
  }

  @Override
  public Written<ClaimFacts> createClaim(ObjectNode claim)
      throws Unreachable, InterruptedException {
    var answer = kube.create(Resource.NODE_CLAIMS, claim);
    return written(
        Resource.NODE_CLAIMS,
        answer,
        object -> read(Resource.NODE_CLAIMS, object, ClaimFacts.class, Function.identity()));
  }

  @Override
  public Written<ClaimFacts> patchClaim(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable, InterruptedException {
    var patch = Patches.metadata(before, after);
    return claim(before, patch, Patch::merge, guard);
  }

  @Override
  public Written<ClaimFacts> patchClaimStatus(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable, InterruptedException {
    var patch = Patches.status(before, after);
    return claim(before, patch, Patch::mergeStatus, guard);
  }

  private Written<ClaimFacts> claim(
      ClaimFacts before, MergePatch patch, Function<ObjectNode, Patch> form, Guard guard)
      throws Unreachable, InterruptedException {
    if (patch.isEmpty()) {
      return new Written.Unchanged<>(before);
    }
    return patched(
        Resource.NODE_CLAIMS,
        before.meta(),
        form.apply(guarded(patch, before.meta(), guard)),
        object -> read(Resource.NODE_CLAIMS, object, ClaimFacts.class, Function.identity()));
  }

  @Override
  public Written<NodeFacts> patchNode(NodeFacts before, NodeFacts after, Guard guard)
      throws Unreachable, InterruptedException {
    var patch = Patches.node(before, after);
    if (patch.isEmpty()) {
      return new Written.Unchanged<>(before);
    }
    return patched(
        Resource.NODES,
        before.meta(),
        Patch.merge(guarded(patch, before.meta(), guard)),
        object -> read(Resource.NODES, object, NodeFacts.class, Function.identity()));
  }

  @Override
  public Written<NodeFacts> removeNodeFinalizer(NodeFacts node, String finalizer)
      throws Unreachable, InterruptedException {
    if (!node.meta().hasFinalizer(finalizer)) {
      return new Written.Unchanged<>(node);
    }
    var body = JsonNodeFactory.instance.objectNode();
    body.withObjectProperty("metadata")
        .putArray("$deleteFromPrimitiveList/finalizers")
        .add(finalizer);
    // Only this very node: the one that follows it under the same name keeps its finalizer.
    body.withObjectProperty("metadata").put("uid", node.meta().uid());
    return patched(
        Resource.NODES,
        node.meta(),
        Patch.strategic(body),
        object -> read(Resource.NODES, object, NodeFacts.class, Function.identity()));
  }

  @Override
  public Written<PoolFacts> patchPool(PoolFacts before, PoolFacts after, Guard guard)
      throws Unreachable, InterruptedException {
    return pool(before, Patches.metadata(before, after), Patch::merge, guard);
  }

  @Override
  public Written<PoolFacts> patchPoolStatus(PoolFacts before, PoolFacts after, Guard guard)
      throws Unreachable, InterruptedException {
    return pool(before, Patches.status(before, after), Patch::mergeStatus, guard);
  }

  private Written<PoolFacts> pool(
      PoolFacts before, MergePatch patch, Function<ObjectNode, Patch> form, Guard guard)
      throws Unreachable, InterruptedException {
    if (patch.isEmpty()) {
      return new Written.Unchanged<>(before);
    }
    return patched(
        Resource.NODE_POOLS,
        before.meta(),
        form.apply(guarded(patch, before.meta(), guard)),
        object -> read(Resource.NODE_POOLS, object, PoolState.class, PoolState::facts));
  }

  @Override
  public Written<ObjectNode> patchStatus(Resource resource, ObjectKey key, ObjectNode body)
      throws Unreachable, InterruptedException {
    return written(
        resource, kube.patch(resource, key, Patch.mergeStatus(body)), Written.Stored::new);
  }

  @Override
  public Written<ObjectNode> delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException {
    var answer = kube.delete(resource, key, deletion);
    if (answer instanceof Answer.Done(var object)
        && (!object.path("metadata").hasNonNull("deletionTimestamp")
            || Sighting.isTheEnd(resource, object))) {
      state.echoGone(resource, key, object.path("metadata").path("uid").asText(""));
      return new Written.Stored<>(object);
    }
    return written(resource, answer, Written.Stored::new);
  }

  private static ObjectNode guarded(MergePatch patch, Meta meta, Guard guard) {
    return switch (guard) {
      case VERSION -> patch.onlyAt(meta.version()).body();
      case NONE -> patch.body();
    };
  }

  private <T> Written<T> patched(
      Resource resource, Meta meta, Patch patch, Function<ObjectNode, Written<T>> reader)
      throws Unreachable, InterruptedException {
    var key = ObjectKey.of(meta.namespace(), meta.name());
    return written(resource, kube.patch(resource, key, patch), reader);
  }

  private <T> Written<T> written(
      Resource resource, Answer answer, Function<ObjectNode, Written<T>> reader) {
    return switch (answer) {
      case Answer.Done(var object) -> {
        state.echo(resource, object);
        yield reader.apply(object);
      }
      case Answer.NotFound() -> new Written.Missing<>();
      case Answer.Conflict(var message) -> new Written.Stale<>(message);
      case Answer.AlreadyExists() -> new Written.Stale<>("an object of this name exists already");
      case Answer.Refused(var _, var reason, var message, var _) ->
          new Written.Refused<>(reason + ": " + message);
    };
  }

  /// Somebody else may have made another object of it in the meantime, even one that is not ours.
  private <S, T> Written<T> read(
      Resource resource, ObjectNode object, Class<S> type, Function<S, T> part) {
    return switch (reading.read(resource, object)) {
      case Read.Understood<?>(var value) -> new Written.Stored<>(part.apply(type.cast(value)));
      case Read.Refused<?>(var problems) ->
          new Written.Refused<>("stored, but cannot be read any more: " + problems);
      case Read.NotOurs<?> _ -> new Written.Missing<>();
    };
  }
}
