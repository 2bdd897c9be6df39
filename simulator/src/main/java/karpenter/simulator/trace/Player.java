package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.ValueSet;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Faults;
import org.jspecify.annotations.Nullable;

/// Lets a trace happen to a cluster.
/// 1. A pod stays until it has run for its lifetime, the time it runs counted from its first start.
/// 2. One that goes before that, evicted or with its node, is followed by another under another
///    name, which runs for what is left.
/// 3. One that has not begun to run within the patience of its user is taken away, and counted.
final class Player implements InMemoryKube.Listener {
  /// On a pod that follows another.
  static final String REPLACES = "simulate.karpenter-jvm.dev/replaces";

  /// How long those who make pods take to notice that one is gone.
  private static final Duration NOTICED_AFTER = Duration.ofSeconds(1);

  private final SimulatedCluster cluster;
  private final SimulatedCloud cloud;
  private final Duration patience;
  private final SplittableRandom random;
  private final Iterator<TraceEvent> events;
  private final Map<String, Guest> guests = new HashMap<>();
  private final Map<ObjectKey, Guest> byKey = new HashMap<>();
  private final List<Map<String, String>> soldOut = new ArrayList<>();
  private final Map<String, String> refusals = new LinkedHashMap<>();
  private final TreeSet<String> broken = new TreeSet<>();
  private int arrived;
  private int done;
  private int givenUp;
  private int killed;
  private int lost;

  /// A pod of the trace, in whatever life.
  private static final class Guest {
    final TraceEvent.PodArrives arrival;
    final long arrivedAt;
    int lives = 1;
    long startedAt = -1;
    long left;
    ObjectKey key;
    String uid = "";
    boolean isOver;

    Guest(TraceEvent.PodArrives arrival, long now) {
      this.arrival = arrival;
      this.arrivedAt = now;
      this.key = arrival.key();
      this.left = arrival.lifetime().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }
  }

  Player(
      SimulatedCluster cluster,
      SimulatedCloud cloud,
      Trace trace,
      Duration patience,
      SplittableRandom random) {
    this.cluster = cluster;
    this.cloud = cloud;
    this.patience = patience;
    this.random = random;
    this.events = trace.events();
  }

  void begin() {
    cluster.kube().onChange(this);
    cloud.sellOut(this::isSoldOut);
    next();
  }

  int arrived() {
    return arrived;
  }

  int done() {
    return done;
  }

  int givenUp() {
    return givenUp;
  }

  int killed() {
    return killed;
  }

  /// Pods that went with their node, without an eviction.
  int lost() {
    return lost;
  }

  /// What the API server did not take, and why.
  Map<String, String> refusals() {
    return refusals;
  }

  /// Only the next event is put down, because a trace may have millions.
  private void next() {
    if (events.hasNext()) {
      var event = events.next();
      cluster
          .timeline()
          .at(
              event.at().toNanos(),
              () -> {
                happen(event);
                next();
              });
    }
  }

  private void happen(TraceEvent event) {
    switch (event) {
      case TraceEvent.PodArrives arrival -> {
        arrived++;
        arrive(new Guest(arrival, now()), arrival.pod());
      }
      case TraceEvent.PodLeaves(_, var key) -> {
        var guest = byKey.get(key);
        if (guest != null) {
          end(guest);
        }
      }
      case TraceEvent.Created(_, var resource, var object) ->
          accept(Metas.key(object).toString(), cluster.kube().create(resource, object));
      case TraceEvent.Scaled(_, var resource, var key, var replicas) ->
          accept(key.toString(), cluster.kube().patch(resource, key, Patch.merge(scale(replicas))));
      case TraceEvent.NodesDie(_, var count, var labels) -> kill(count, labels);
      case TraceEvent.CallsFail(_, var perThousand, var lasts) -> {
        cluster.rules().faults(Faults.random(random.nextLong(), perThousand));
        cluster.timeline().after(lasts, () -> cluster.rules().faults(Faults.NONE));
      }
      case TraceEvent.SoldOut(_, var labels, var lasts) -> {
        soldOut.add(labels);
        cluster.timeline().after(lasts, () -> soldOut.remove(labels));
      }
      case TraceEvent.OperatorDies _ -> cluster.restartOperator();
    }
  }

  private void arrive(Guest guest, ObjectNode pod) {
    switch (cluster.kube().create(Resource.PODS, pod)) {
      case Answer.Done(var created) -> {
        guest.uid = Metas.uid(created);
        guest.key = Metas.key(created);
        guests.put(guest.uid, guest);
        byKey.put(guest.arrival.key(), guest);
        var uid = guest.uid;
        cluster.timeline().after(patience, () -> giveUp(guest, uid));
      }
      case Answer other -> accept(Metas.key(pod).toString(), other);
    }
  }

  private void giveUp(Guest guest, String uid) {
    if (guest.uid.equals(uid) && guest.startedAt < 0 && !guest.isOver) {
      givenUp++;
      remove(guest);
    }
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS)
        && object.path("status").path("phase").asText().equals("Running")) {
      var guest = guests.get(Metas.uid(object));
      if (guest != null && guest.startedAt < 0) {
        guest.startedAt = now();
        if (guest.left != Long.MAX_VALUE) {
          var uid = guest.uid;
          cluster
              .timeline()
              .at(
                  now() + guest.left,
                  () -> {
                    if (guest.uid.equals(uid)) {
                      end(guest);
                    }
                  });
        }
      }
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    var guest = resource.equals(Resource.PODS) ? guests.remove(Metas.uid(object)) : null;
    if (guest == null || guest.isOver) {
      return;
    }
    if (!Meter.isEvicted(object)) {
      lost++;
    }
    if (guest.startedAt >= 0 && guest.left != Long.MAX_VALUE) {
      guest.left = Math.max(1, guest.left - (now() - guest.startedAt));
    }
    guest.startedAt = -1;
    guest.uid = "";
    cluster.timeline().after(NOTICED_AFTER, () -> follow(guest));
  }

  private void follow(Guest guest) {
    if (guest.isOver) {
      return;
    }
    guest.lives++;
    var pod = guest.arrival.pod().deepCopy();
    var metadata = pod.withObjectProperty("metadata");
    metadata.put("name", guest.arrival.key().name() + "-" + guest.lives);
    metadata.withObjectProperty("annotations").put(REPLACES, guest.arrival.key().name());
    arrive(guest, pod);
  }

  private void end(Guest guest) {
    if (!guest.isOver) {
      done++;
      remove(guest);
    }
  }

  private void remove(Guest guest) {
    guest.isOver = true;
    byKey.remove(guest.arrival.key(), guest);
    if (!guest.uid.isEmpty()) {
      cluster.kube().delete(Resource.PODS, guest.key, Deletion.of(guest.uid).within(0));
    }
  }

  /// Machines that are running; which of them, the seed decides.
  void kill(int count, Map<String, String> labels) {
    var nodes = new ArrayList<ObjectNode>();
    for (var node : cluster.kube().view(Resource.NODES)) {
      boolean isMeant =
          labels.entrySet().stream()
              .allMatch(
                  label ->
                      node.path("metadata")
                          .path("labels")
                          .path(label.getKey())
                          .asText()
                          .equals(label.getValue()));
      if (isMeant && !broken.contains(providerId(node))) {
        nodes.add(node);
      }
    }
    for (int i = 0; i < count && !nodes.isEmpty(); i++) {
      var node = nodes.remove(random.nextInt(nodes.size()));
      broken.add(providerId(node));
      cloud.lose(providerId(node));
      killed++;
    }
    cluster.kubelets().silence(node -> broken.contains(providerId(node)));
  }

  private static String providerId(ObjectNode node) {
    return node.path("spec").path("providerID").asText();
  }

  private boolean isSoldOut(InstanceType type, Offering offering) {
    for (var labels : soldOut) {
      if (labels.entrySet().stream()
          .allMatch(label -> isOf(type, offering, label.getKey(), label.getValue()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOf(InstanceType type, Offering offering, String key, String value) {
    return offering.requirements().has(key)
        ? isOnly(offering.requirements().get(key), value)
        : isOnly(type.requirements().get(key), value);
  }

  private static boolean isOnly(ValueSet values, String value) {
    return values.finiteValues().filter(all -> all.contains(value)).isPresent();
  }

  private void accept(String what, @Nullable Answer answer) {
    if (!(answer instanceof Answer.Done)) {
      refusals.put(what, String.valueOf(answer));
    }
  }

  private static ObjectNode scale(int replicas) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").put("replicas", replicas);
    return patch;
  }

  private long now() {
    return cluster.timeline().ticks();
  }
}
