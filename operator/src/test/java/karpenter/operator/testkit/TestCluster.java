package karpenter.operator.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.ClusterState;
import karpenter.operator.state.ClusterWriter;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Note;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// The objects of a small cluster. Written to as loops do, with versions and finalizers, or by a
/// test, as everybody else would.
public final class TestCluster implements ClusterState, ClusterWriter {
  private final Map<String, TreeMap<ObjectKey, Object>> objects = new TreeMap<>();
  private final List<Consumer<Change>> listeners = new ArrayList<>();
  private final TreeSet<String> marked = new TreeSet<>();
  private final TreeMap<String, Instant> nominated = new TreeMap<>();
  private final TreeMap<String, String> promised = new TreeMap<>();
  private final Map<Resource, Interruption> interruptions = new HashMap<>();
  private final TestClock clock;
  private long version = 1;
  private int staleAnswers;
  private int unreachableAnswers;
  private int answersBeforeLoss;

  public TestCluster(TestClock clock) {
    this.clock = clock;
  }

  // What a test does.

  /// Somebody created or changed the object.
  public void put(NodeFacts node) {
    store(Kind.NODES, ObjectKey.cluster(node.name()), node.withMeta(next(node.meta())));
  }

  public void put(ClaimFacts claim) {
    store(Kind.NODE_CLAIMS, ObjectKey.cluster(claim.name()), claim.withMeta(next(claim.meta())));
  }

  public void put(PodFacts pod) {
    store(Kind.PODS, ObjectKey.of(pod.namespace(), pod.name()), pod);
  }

  public void put(PoolState pool) {
    store(Kind.NODE_POOLS, ObjectKey.cluster(pool.name()), pool);
  }

  public <T> void put(Kind<T> kind, Meta meta, T object) {
    store(kind, ObjectKey.of(meta.namespace(), meta.name()), object);
  }

  public void remove(Kind<?> kind, ObjectKey key) {
    var before = of(kind).remove(key);
    if (before != null) {
      tell(kind, key, before, null);
    }
  }

  /// Somebody changes the node.
  public void change(String node, UnaryOperator<NodeFacts> change) {
    put(change.apply(snapshot().node(node).orElseThrow()));
  }

  /// The next writes meet an object that somebody else has just changed.
  public void answerStale(int times) {
    staleAnswers = times;
  }

  /// The next writes are done, but their answers are lost.
  public void loseAnswers(int times) {
    unreachableAnswers = times;
  }

  /// One answer is lost after so many that are not.
  public void loseAnswerAfter(int writes) {
    answersBeforeLoss = writes;
    unreachableAnswers = 1;
  }

  // ClusterState

  @Override
  public ClusterSnapshot snapshot() {
    var copy = new TreeMap<String, TreeMap<ObjectKey, Object>>();
    objects.forEach((kind, held) -> copy.put(kind, new TreeMap<>(held)));
    return new TestSnapshot(
        version,
        copy,
        new ClusterSnapshot.Notes(
            new TreeMap<>(nominated),
            new TreeSet<>(marked),
            new TreeMap<>(promised),
            new TreeMap<>()));
  }

  @Override
  public void subscribe(Consumer<Change> listener) {
    listeners.add(listener);
  }

  @Override
  public void note(Note note) {
    if (note instanceof Note.MarkedForDeletion(var claim)) {
      marked.add(claim);
    } else if (note instanceof Note.UnmarkedForDeletion(var claim)) {
      marked.remove(claim);
    } else if (note instanceof Note.Nominated(var node, var until)) {
      nominated.put(node, until);
    } else if (note instanceof Note.Promised(var pod, var claim)) {
      promised.put(pod, claim);
    }
  }

  /// Facts are never late, so an object that was read from the server is no news.
  @Override
  public void echo(Resource resource, ObjectNode object) {}

  @Override
  public void echoGone(Resource resource, ObjectKey key, String uid) {
    throw new UnsupportedOperationException("objects are facts here");
  }

  @Override
  public List<Quarantined> quarantine() {
    return List.of();
  }

  @Override
  public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
    throw new UnsupportedOperationException("objects are facts here");
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    throw new UnsupportedOperationException("objects are facts here");
  }

  @Override
  public void synced(Resource resource) {
    interruptions.remove(resource);
  }

  @Override
  public void interrupted(Resource resource, String reason) {
    interruptions.put(resource, new Interruption(clock.instant(), reason));
  }

  @Override
  public Optional<Interruption> interruption(Resource resource) {
    return Optional.ofNullable(interruptions.get(resource));
  }

  // ClusterWriter

  @Override
  public Written<ClaimFacts> createClaim(ObjectNode tree) throws Unreachable {
    var meta = tree.path("metadata");
    var name = meta.path("name").asText();
    if (snapshot().claim(name).isPresent()) {
      return new Written.Refused<>("AlreadyExists");
    }
    var fixture = ClaimFixture.claim(name).withoutFinalizer().createdAt(clock.instant());
    fixture.of(meta.path("labels").path("karpenter.sh/nodepool").asText());
    meta.path("annotations")
        .properties()
        .forEach(e -> fixture.annotation(e.getKey(), e.getValue().asText()));
    put(fixture.build());
    loseAnswer();
    return new Written.Stored<>(snapshot().claim(name).orElseThrow());
  }

  @Override
  public Written<ClaimFacts> patchClaim(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable {
    var now = snapshot().claim(before.name()).orElse(after);
    var written =
        write(
            Kind.NODE_CLAIMS,
            before.meta(),
            before,
            after,
            guard,
            claim -> put(now.withMeta(patched(now.meta(), claim.meta()))));
    if (now.meta().isDeleting() && after.meta().finalizers().isEmpty()) {
      remove(Kind.NODE_CLAIMS, ObjectKey.cluster(after.name()));
    }
    return written;
  }

  /// A patch cannot undo a deletion.
  private static Meta patched(Meta now, Meta patch) {
    return now.withLabels(patch.labels())
        .withAnnotations(patch.annotations())
        .withFinalizers(patch.finalizers())
        .withOwners(patch.owners());
  }

  @Override
  public Written<ClaimFacts> patchClaimStatus(ClaimFacts before, ClaimFacts after, Guard guard)
      throws Unreachable {
    var now = snapshot().claim(before.name()).orElse(after);
    return write(
        Kind.NODE_CLAIMS,
        before.meta(),
        before,
        after,
        guard,
        claim -> put(claim.withMeta(now.meta())));
  }

  @Override
  public Written<NodeFacts> patchNode(NodeFacts before, NodeFacts after, Guard guard)
      throws Unreachable {
    return write(Kind.NODES, before.meta(), before, after, guard, node -> put(node));
  }

  @Override
  public Written<NodeFacts> removeNodeFinalizer(NodeFacts node, String finalizer)
      throws Unreachable {
    var now = snapshot().node(node.name());
    if (now.isEmpty()) {
      return new Written.Missing<>();
    }
    var left = now.get().meta().finalizers().stream().filter(f -> !f.equals(finalizer)).toList();
    var after = now.get().withMeta(now.get().meta().withFinalizers(left));
    put(after);
    if (left.isEmpty() && after.meta().isDeleting()) {
      remove(Kind.NODES, ObjectKey.cluster(node.name()));
    }
    loseAnswer();
    return new Written.Stored<>(after);
  }

  @Override
  public Written<PoolFacts> patchPool(PoolFacts before, PoolFacts after, Guard guard) {
    var now = snapshot().pool(before.name());
    if (now.isEmpty()) {
      return new Written.Missing<>();
    }
    if (before.equals(after)) {
      return new Written.Unchanged<>(after);
    }
    if (guard == Guard.VERSION && !now.get().facts().equals(before)) {
      return new Written.Stale<>("changed meanwhile");
    }
    put(new PoolState(after.withMeta(next(after.meta())), now.get().source()));
    return new Written.Stored<>(snapshot().pool(before.name()).orElseThrow().facts());
  }

  @Override
  public Written<PoolFacts> patchPoolStatus(PoolFacts before, PoolFacts after, Guard guard) {
    return patchPool(before, after, guard);
  }

  @Override
  public Written<ObjectNode> patchStatus(Resource resource, ObjectKey key, ObjectNode body) {
    throw new UnsupportedOperationException("no test needs it yet");
  }

  @Override
  public Written<ObjectNode> delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable {
    if (staleAnswers > 0) {
      staleAnswers--;
      return new Written.Stale<>("changed meanwhile");
    }
    var now = clock.instant();
    var uid = deletion.uid();
    if (resource.equals(Resource.PODS)) {
      return deletePod(key, uid, now.plusSeconds(deletion.graceSeconds().orElse(30)));
    }
    boolean isNode = resource.equals(Resource.NODES);
    var meta =
        isNode
            ? snapshot().node(key.name()).map(NodeFacts::meta)
            : snapshot().claim(key.name()).map(ClaimFacts::meta);
    if (meta.isEmpty()) {
      return new Written.Missing<>();
    }
    if (uid.filter(u -> !u.equals(meta.get().uid())).isPresent()) {
      return new Written.Stale<>("another object");
    }
    var deleted = meta.get().isDeleting() ? meta.get() : deletedAt(meta.get(), now);
    if (isNode) {
      snapshot().node(key.name()).ifPresent(node -> put(node.withMeta(deleted)));
    } else {
      snapshot().claim(key.name()).ifPresent(claim -> put(claim.withMeta(deleted)));
    }
    if (deleted.finalizers().isEmpty()) {
      remove(isNode ? Kind.NODES : Kind.NODE_CLAIMS, key);
    }
    loseAnswer();
    return new Written.Stored<>(JsonNodeFactory.instance.objectNode());
  }

  private Written<ObjectNode> deletePod(ObjectKey key, Optional<String> uid, Instant end) {
    var pod = snapshot().pod(key);
    if (pod.isEmpty()) {
      return new Written.Missing<>();
    }
    if (uid.filter(u -> !u.equals(pod.get().uid())).isPresent()) {
      return new Written.Stale<>("another pod");
    }
    put(terminating(pod.get(), end));
    return new Written.Stored<>(JsonNodeFactory.instance.objectNode());
  }

  /// The API server's own answer to an eviction: the pod has its grace left.
  void startStopping(PodFacts pod) {
    var grace = Duration.ofSeconds(pod.graceSeconds().orElse(30));
    put(terminating(pod, clock.instant().plus(grace)));
  }

  private static PodFacts terminating(PodFacts pod, Instant end) {
    return new PodFacts(
        pod.namespace(),
        pod.name(),
        pod.uid(),
        pod.version(),
        pod.created(),
        Optional.of(end),
        pod.spec(),
        pod.limits(),
        pod.volumes(),
        pod.node(),
        pod.phase(),
        pod.scheduling(),
        pod.readySince(),
        pod.started(),
        pod.owners(),
        pod.doNotDisrupt(),
        pod.deletionCost(),
        pod.priorityClass(),
        pod.graceSeconds(),
        pod.problem());
  }

  private <T> Written<T> write(
      Kind<T> kind, Meta meta, T before, T after, Guard guard, Consumer<T> put) throws Unreachable {
    var now = snapshot().find(kind, ObjectKey.cluster(meta.name()));
    if (now.isEmpty()) {
      return new Written.Missing<>();
    }
    if (before.equals(after)) {
      return new Written.Unchanged<>(after);
    }
    if (staleAnswers > 0 && guard == Guard.VERSION) {
      staleAnswers--;
      return new Written.Stale<>("changed meanwhile");
    }
    if (guard == Guard.VERSION && !now.get().equals(before)) {
      return new Written.Stale<>("changed meanwhile");
    }
    put.accept(after);
    loseAnswer();
    return new Written.Stored<>(
        snapshot().find(kind, ObjectKey.cluster(meta.name())).orElseThrow());
  }

  private void loseAnswer() throws Unreachable {
    if (answersBeforeLoss > 0) {
      answersBeforeLoss--;
    } else if (unreachableAnswers > 0) {
      unreachableAnswers--;
      throw new Unreachable("the answer was lost");
    }
  }

  private static Meta deletedAt(Meta meta, Instant at) {
    return new Meta(
        meta.namespace(),
        meta.name(),
        meta.uid(),
        meta.version(),
        meta.generation(),
        meta.created(),
        Optional.of(at),
        meta.labels(),
        meta.annotations(),
        meta.finalizers(),
        meta.owners());
  }

  private Meta next(Meta meta) {
    version++;
    return new Meta(
        meta.namespace(),
        meta.name(),
        meta.uid(),
        Long.toString(version),
        meta.generation(),
        meta.created(),
        meta.deleted(),
        meta.labels(),
        meta.annotations(),
        meta.finalizers(),
        meta.owners());
  }

  private void store(Kind<?> kind, ObjectKey key, Object object) {
    var before = of(kind).put(key, object);
    tell(kind, key, before, object);
  }

  private void tell(
      Kind<?> kind,
      ObjectKey key,
      @org.jspecify.annotations.Nullable Object before,
      @org.jspecify.annotations.Nullable Object after) {
    var change =
        new Change(
            kind,
            key,
            Optional.ofNullable(before),
            Optional.ofNullable(after),
            Change.Origin.WATCH);
    listeners.forEach(listener -> listener.accept(change));
  }

  private TreeMap<ObjectKey, Object> of(Kind<?> kind) {
    return objects.computeIfAbsent(kind.resource().plural(), _ -> new TreeMap<>());
  }
}
