package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.jspecify.annotations.Nullable;

/// An API server in memory. It answers at once and always; whoever wants delays and faults puts
/// them in front of it.
///
/// Safe for several threads by one lock. What happens is a function of the seed, the clock and the
/// order of the calls.
///
/// What is stored is never changed, only replaced, and versions of an object share what is the same
/// in them.
public final class InMemoryKube implements Kube {
  public static final Resource PRIORITY_CLASSES =
      new Resource("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);

  private static final int ACCEPTED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final String NOT_SERVED = "HTTP 404";

  private final InstantSource clock;
  private final Courier courier;
  private final ObjectStore store = new ObjectStore();
  private final Identities identities;
  private final Alike alike = new Alike();
  private final boolean isShared;
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final Set<Resource> unserved = new HashSet<>();
  private final List<Listener> listeners = new ArrayList<>();

  public InMemoryKube(long seed, InstantSource clock, Courier courier) {
    this(seed, clock, courier, false);
  }

  private InMemoryKube(long seed, InstantSource clock, Courier courier, boolean isShared) {
    this.clock = clock;
    this.courier = courier;
    this.identities = new Identities(seed);
    this.isShared = isShared;
  }

  /// For callers that only read what they are answered and told: they get what is stored, and no
  /// copy of it. Copies were a tenth of what a simulated cluster costs.
  public static InMemoryKube shared(long seed, InstantSource clock, Courier courier) {
    return new InMemoryKube(seed, clock, courier, true);
  }

  @Override
  public synchronized Answer get(Resource resource, ObjectKey key) {
    var found = store.find(resource, key);
    return found == null ? new Answer.NotFound() : new Answer.Done(found.deepCopy());
  }

  @Override
  public synchronized List<ObjectNode> list(Resource resource, String namespace) {
    return store.all(resource).stream()
        .filter(object -> namespace.isEmpty() || Metas.namespace(object).equals(namespace))
        .map(ObjectNode::deepCopy)
        .toList();
  }

  /// As stored, not copied: not to be changed.
  public synchronized List<ObjectNode> view(Resource resource) {
    return List.copyOf(store.all(resource));
  }

  /// As stored, not copied: not to be changed.
  public synchronized Optional<ObjectNode> find(Resource resource, ObjectKey key) {
    return Optional.ofNullable(store.find(resource, key));
  }

  /// The pods bound to a node of that name, in the order of their keys; as stored.
  @Override
  public synchronized List<ObjectNode> podsOn(String node) {
    return found(Resource.PODS, store.kinship().podsOn(node));
  }

  /// The objects of that kind which name the uid among their owners, in the order of their keys; as
  /// stored.
  public synchronized List<ObjectNode> ownedBy(String uid, Resource resource) {
    return found(resource, store.kinship().ownedBy(uid, resource));
  }

  /// The kinds of what names the uid among its owners.
  public synchronized List<Resource> kindsOwnedBy(String uid) {
    return store.kinship().kindsOwnedBy(uid);
  }

  /// Whether there is an object with that uid.
  public synchronized boolean holds(String uid) {
    return store.holds(uid);
  }

  private List<ObjectNode> found(Resource resource, List<ObjectKey> keys) {
    return keys.stream().flatMap(key -> find(resource, key).stream()).toList();
  }

  @Override
  public synchronized Answer create(Resource resource, ObjectNode object) {
    var created = Numbers.canonical(object);
    var metadata = created.withObjectProperty("metadata");
    if (!metadata.hasNonNull("name") || metadata.path("name").asText().isEmpty()) {
      metadata.put("name", identities.name(metadata.path("generateName").asText()));
    }
    if (store.find(resource, Metas.key(created)) != null) {
      return new Answer.AlreadyExists();
    }
    var served = Served.of(resource);
    created.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
    if (!served.keepsStatus()) {
      created.remove("status");
    }
    metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
    metadata.put("uid", identities.uid()).put("creationTimestamp", now());
    if (served.hasGeneration()) {
      metadata.put("generation", 1);
    }
    if (!served.isCustom()) {
      NewObject.complete(created, store.all(PRIORITY_CLASSES));
    }
    if (resource.equals(Resource.PODS)) {
      alike.share(created);
    }
    return switch (Checked.of(served, created, null)) {
      case Checked.Wrong(var refusal) -> refusal;
      case Checked.Right(var right) -> done(store(resource, null, right));
    };
  }

  @Override
  public synchronized Answer patch(Resource resource, ObjectKey key, Patch patch) {
    var before = store.find(resource, key);
    if (before == null) {
      return new Answer.NotFound();
    }
    var served = Served.of(resource);
    if (served.isCustom() && patch.form() == Patch.Form.STRATEGIC) {
      return Refusals.refused(
          Refusals.UNSUPPORTED, "UnsupportedMediaType", "custom resources take merge patches");
    }
    return update(resource, before, patched(before, patch), patch.subresource());
  }

  private static ObjectNode patched(ObjectNode before, Patch patch) {
    return switch (patch.form()) {
      case MERGE -> MergePatch.applied(before, patch.body());
      case STRATEGIC -> {
        var after = before.deepCopy();
        StrategicPatch.apply(after, patch.body());
        yield after;
      }
    };
  }

  @Override
  public synchronized Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    var before = store.find(resource, key);
    return before == null
        ? new Answer.NotFound()
        : update(resource, before, object.deepCopy(), Optional.empty());
  }

  /// @param after may share parts with `before`, which stay as they are; its metadata is made its
  ///   own
  private Answer update(
      Resource resource, ObjectNode before, ObjectNode after, Optional<String> subresource) {
    var met = Metas.version(after);
    if (!met.isEmpty() && !met.equals(Metas.version(before))) {
      return new Answer.Conflict("the object has been modified");
    }
    var served = Served.of(resource);
    Update.restrict(served, before, after, subresource);
    Numbers.settle(after, before);
    var forbidden = Update.forbidden(before, after);
    if (forbidden.isPresent()) {
      return forbidden.get();
    }
    return switch (Checked.of(served, after, before)) {
      case Checked.Wrong(var refusal) -> refusal;
      case Checked.Right(var right) -> {
        Update.count(served, before, right);
        yield done(store(resource, before, right));
      }
    };
  }

  @Override
  public synchronized Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    var before = store.find(resource, key);
    if (before == null) {
      return new Answer.NotFound();
    }
    if (deletion.uid().filter(uid -> !uid.equals(Metas.uid(before))).isPresent()
        || deletion.version().filter(v -> !v.equals(Metas.version(before))).isPresent()) {
      return new Answer.Conflict("the precondition of the deletion does not hold");
    }
    return done(remove(resource, before, Removal.of(before, deletion, clock.instant())));
  }

  private ObjectNode remove(Resource resource, ObjectNode before, Removal removal) {
    return switch (removal) {
      case Removal.AtOnce() -> gone(resource, Draft.of(before));
      case Removal.Marked(var marked) -> store(resource, before, marked);
      case Removal.UnderWay() -> before;
    };
  }

  @Override
  public synchronized Eviction evict(ObjectKey key, String uid) {
    var pod = store.find(Resource.PODS, key);
    if (pod == null) {
      return new Eviction.Gone(NOT_FOUND);
    }
    if (!Metas.uid(pod).equals(uid)) {
      return new Eviction.Gone(CONFLICT);
    }
    return switch (Evictions.judge(pod, store.all(Resource.POD_DISRUPTION_BUDGETS))) {
      case Evictions.HeldBack(var answer) -> answer;
      case Evictions.Allowed(var spent) -> {
        spent.ifPresent(budget -> spend(budget, Metas.name(pod)));
        var target = Draft.of(pod);
        Update.condition(target, "DisruptionTarget", "EvictionByEvictionAPI", now());
        store(Resource.PODS, pod, target);
        remove(Resource.PODS, target, Removal.of(target, Deletion.PLAIN, clock.instant()));
        yield new Eviction.Accepted(ACCEPTED);
      }
    };
  }

  private void spend(ObjectNode budget, String pod) {
    var spent = Draft.of(budget);
    var status = spent.withObjectProperty("status");
    status.put("disruptionsAllowed", status.path("disruptionsAllowed").asInt() - 1);
    status.withObjectProperty("disruptedPods").put(pod, now());
    store(Resource.POD_DISRUPTION_BUDGETS, budget, spent);
  }

  @Override
  public synchronized Watch watch(Resource resource, WatchSink sink) {
    var subscription = new Subscription(resource, sink, courier.open(), this::handedOut);
    subscriptions.removeIf(Subscription::isClosed);
    subscriptions.add(subscription);
    if (isServed(resource)) {
      replay(subscription);
    } else {
      subscription.cut(NOT_SERVED);
    }
    return subscription;
  }

  @Override
  public boolean sharesParts() {
    return isShared;
  }

  private void replay(Subscription subscription) {
    subscription.replay(store.all(subscription.resource()), store.version());
  }

  /// Cuts every watch; nothing is told until [#restoreWatches].
  public synchronized void cutWatches(String reason) {
    subscriptions.forEach(subscription -> subscription.cut(reason));
  }

  public synchronized void restoreWatches() {
    subscriptions.stream()
        .filter(subscription -> isServed(subscription.resource()))
        .forEach(this::replay);
  }

  /// Watches of the kind are cut, and new ones are refused, until [#serve].
  public synchronized void stopServing(Resource resource) {
    unserved.add(resource);
    of(resource).forEach(subscription -> subscription.cut(NOT_SERVED));
  }

  public synchronized void serve(Resource resource) {
    if (unserved.remove(resource)) {
      of(resource).forEach(this::replay);
    }
  }

  public synchronized boolean isServed(Resource resource) {
    return !unserved.contains(resource);
  }

  /// Nothing of the kind arrives any more, and those who watch do not notice until
  /// [#noticeSilence].
  public synchronized void silenceWatches(Resource resource) {
    of(resource).forEach(Subscription::silence);
  }

  public synchronized void noticeSilence(Resource resource) {
    for (var subscription : of(resource)) {
      subscription.cut("no answer to a ping");
      if (isServed(resource)) {
        replay(subscription);
      }
    }
  }

  /// Everything is as it was, and every version is lower than before: what is left of a database
  /// that was restored from a copy made a moment ago.
  public synchronized void setBack() {
    cutWatches("the server restarts");
    store.renumber();
    for (var resource : store.kinds()) {
      for (var object : List.copyOf(store.all(resource))) {
        listeners.forEach(listener -> listener.changed(resource, object));
      }
    }
    subscriptions.stream()
        .filter(subscription -> isServed(subscription.resource()))
        .forEach(
            subscription ->
                subscription.rewind(
                    List.copyOf(store.all(subscription.resource())), store.version()));
  }

  private List<Subscription> of(Resource resource) {
    return subscriptions.stream().filter(subscription -> subscription.isOf(resource)).toList();
  }

  /// Who hears of every change at once, under the lock: must only take note.
  public interface Listener {
    void changed(Resource resource, ObjectNode object);

    void gone(Resource resource, ObjectNode object);
  }

  /// The kinds there are objects of, or were.
  public synchronized List<Resource> kinds() {
    return store.kinds();
  }

  public synchronized void onChange(Listener listener) {
    listeners.add(listener);
  }

  /// An object as it stood in another cluster, identity, age, status and all. It is not checked,
  /// and takes the place of one that has its name.
  public synchronized void adopt(Resource resource, ObjectNode object) {
    store(resource, null, object);
  }

  /// What a kubelet, a scheduler or a controller does without an API of its own here: any change of
  /// an object, status and all.
  ///
  /// @param change of a draft: it replaces what lies deep in metadata or spec, and does not change
  ///   it
  public synchronized void edit(Resource resource, ObjectKey key, Consumer<ObjectNode> change) {
    var before = store.find(resource, key);
    if (before != null) {
      var after = Draft.of(before);
      change.accept(after);
      store(resource, before, after);
    }
  }

  /// Stores what is different, and completes a deletion nobody holds up any more.
  ///
  /// @param after ours alone, but for what it shares with `before`: it is not copied again
  private ObjectNode store(Resource resource, @Nullable ObjectNode before, ObjectNode after) {
    Numbers.settle(after, before);
    if (before != null && after.equals(before)) {
      return before;
    }
    if (before != null && Metas.isTerminating(after) && Removal.isDue(after)) {
      return gone(resource, after);
    }
    store.put(resource, after);
    tell(resource, subscription -> subscription.changed(after));
    listeners.forEach(listener -> listener.changed(resource, after));
    return after;
  }

  private ObjectNode gone(Resource resource, ObjectNode last) {
    store.delete(resource, last);
    tell(resource, subscription -> subscription.gone(last));
    listeners.forEach(listener -> listener.gone(resource, last));
    return last;
  }

  private void tell(Resource resource, Consumer<Subscription> news) {
    for (var subscription : subscriptions) {
      if (subscription.isOf(resource)) {
        news.accept(subscription);
      }
    }
  }

  private Answer done(ObjectNode object) {
    return new Answer.Done(handedOut(object));
  }

  private ObjectNode handedOut(ObjectNode object) {
    return isShared ? object : object.deepCopy();
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
