package karpenter.operator.buffer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import karpenter.api.Json;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.core.wire.BufferPlan;
import karpenter.core.wire.BufferStatus;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.WireOptions;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.buffer.VirtualPods.Seats;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Resolves a capacity buffer, keeps its virtual pods, and says on it what came of them.
final class BufferLoop implements Loop<ObjectKey> {
  /// Workloads are not watched, and pods that come take a buffer's room without asking us.
  static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  /// What it points to may have been created, a node for it may be under way, a pool may have room
  /// again.
  static final Duration WHILE_WANTING = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger("capacitybuffer");

  private final LoopContext context;
  private final VirtualPods virtualPods;
  private final Consumer<String> trigger;
  private final FactsReader reader;
  private volatile Seats seats = new Seats(new TreeSet<>(), new TreeSet<>());
  private volatile @Nullable WorkQueue<ObjectKey> queue;

  /// @param trigger asks for a provisioning pass on behalf of an object's uid
  BufferLoop(LoopContext context, VirtualPods virtualPods, Consumer<String> trigger) {
    this.context = context;
    this.virtualPods = virtualPods;
    this.trigger = trigger;
    var labels = context.provider().labels();
    this.reader =
        new FactsReader(
            WireOptions.withLabels(labels.wellKnown(), labels.restrictedDomains())
                .withAliases(labels.aliases()));
    virtualPods.onPlanned(this::planned);
  }

  @Override
  public String name() {
    return "capacitybuffer";
  }

  @Override
  public void registered(WorkQueue<ObjectKey> itsQueue) {
    queue = itsQueue;
  }

  /// Buffers whose pods fare otherwise than before are looked at again.
  private void planned(Seats now) {
    var before = seats;
    seats = now;
    var wake = queue;
    if (wake == null || (before.equals(now))) {
      return;
    }
    for (var buffer : context.state().snapshot().all(Kind.CAPACITY_BUFFERS)) {
      if (!standing(buffer, before).equals(standing(buffer, now))) {
        wake.add(key(buffer));
      }
    }
  }

  private record Standing(long seated, long homeless) {}

  private static Standing standing(CapacityBuffer buffer, Seats seats) {
    var owner = buffer.metadata().uid() + "-";
    return new Standing(
        seats.seated().stream().filter(uid -> uid.startsWith(owner)).count(),
        seats.homeless().stream().filter(uid -> uid.startsWith(owner)).count());
  }

  private static ObjectKey key(CapacityBuffer buffer) {
    return ObjectKey.of(
        String.valueOf(buffer.metadata().namespace()), String.valueOf(buffer.metadata().name()));
  }

  @Override
  public Outcome reconcile(ObjectKey key) throws Unreachable, InterruptedException {
    var found = context.state().snapshot().find(Kind.CAPACITY_BUFFERS, key);
    if (found.isEmpty()) {
      virtualPods.replace(key, List.of());
      // The last pass may have counted its pods on nodes, and those stay until another one has not.
      trigger.accept(key.toString());
      return Outcome.DONE;
    }
    var buffer = found.get();
    var plan = plan(key, buffer);
    var now = context.clock().instant();
    var resolved = BufferStatus.resolved(buffer, plan, now);
    var status = BufferStatus.after(buffer, resolved, seats.seated(), seats.homeless(), now);
    virtualPods.replace(
        key,
        plan instanceof BufferPlan.Resolved ready ? BufferPlan.pods(buffer, ready) : List.of());
    trigger.accept(String.valueOf(buffer.metadata().uid()));
    boolean isWanting =
        plan instanceof BufferPlan.Unresolved || standing(buffer, seats).homeless() > 0;
    var again = Outcome.again(isWanting ? WHILE_WANTING : LOOK_AGAIN);
    return say(key, buffer, status).and(again);
  }

  private BufferPlan plan(ObjectKey key, CapacityBuffer buffer)
      throws Unreachable, InterruptedException {
    return switch (BufferPlan.target(buffer)) {
      case BufferPlan.Target.None(var why) -> why;
      case BufferPlan.Target.Template target ->
          context
              .state()
              .snapshot()
              .find(Kind.POD_TEMPLATES, ObjectKey.of(key.namespace(), target.name()))
              .map(tree -> read(r -> BufferPlan.ofTemplate(buffer, tree, r)))
              .orElseGet(() -> BufferPlan.missing(target));
      case BufferPlan.Target.Workload target ->
          switch (context
              .kube()
              .get(resource(target.kind()), ObjectKey.of(key.namespace(), target.name()))) {
            case Answer.Done(var tree) -> read(r -> BufferPlan.ofWorkload(buffer, tree, r));
            case Answer.NotFound _ -> BufferPlan.missing(target);
            case Answer.Refused(var _, var reason, var message, var _) ->
                new BufferPlan.Unresolved("ResolutionFailed", reason + ": " + message);
            case Answer.Conflict(var message) ->
                new BufferPlan.Unresolved("ResolutionFailed", message);
            case Answer.AlreadyExists _ ->
                throw new IllegalStateException("a get answered that the object exists");
          };
    };
  }

  /// Readers share parts of what they read, so one reads at a time.
  private BufferPlan read(Function<FactsReader, BufferPlan> reading) {
    synchronized (reader) {
      return reading.apply(reader);
    }
  }

  private static Resource resource(String kind) {
    return switch (kind) {
      case "Deployment" -> Resource.DEPLOYMENTS;
      case "StatefulSet" -> Resource.STATEFUL_SETS;
      case "ReplicaSet" -> Resource.REPLICA_SETS;
      default -> throw new IllegalArgumentException(kind + " was not refused");
    };
  }

  private Outcome say(ObjectKey key, CapacityBuffer buffer, CapacityBuffer.Status status)
      throws Unreachable, InterruptedException {
    if (status.equals(buffer.status())) {
      return Outcome.DONE;
    }
    LOG.atInfo()
        .addKeyValue("CapacityBuffer", key.toString())
        .addKeyValue("replicas", status.replicas())
        .log("capacity buffer has changed");
    return Outcome.of(
        context.writer().patchStatus(Resource.CAPACITY_BUFFERS, key, body(buffer, status)));
  }

  /// The status as a whole: what it no longer has is taken away.
  private static ObjectNode body(CapacityBuffer buffer, CapacityBuffer.Status status) {
    var body = JsonNodeFactory.instance.objectNode();
    Optional.ofNullable(buffer.metadata().resourceVersion())
        .ifPresent(version -> body.withObjectProperty("metadata").put("resourceVersion", version));
    var before = (ObjectNode) Json.JSON.valueToTree(buffer.status());
    var after = (ObjectNode) Json.JSON.valueToTree(status);
    before
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!after.has(field)) {
                after.putNull(field);
              }
            });
    body.set("status", after);
    return body;
  }
}
