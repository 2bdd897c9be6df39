package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// Puts pods on nodes, those that matter most first: the node it likes best of those that fit
/// ([Scores]), or one where others make room ([Preemption]). Knows requests, taints, node and pod
/// (anti-)affinity, spread constraints, host ports and devices ([DeviceAllocator]); no volumes.
public final class KubeScheduler implements Controller {
  private static final String NAME = "default-scheduler";
  private static final Comparator<PodFacts> IN_ORDER =
      Comparator.<PodFacts>comparingInt(pod -> -pod.spec().priority())
          .thenComparing(PodFacts::created)
          .thenComparing(PodFacts::fullName);

  private final InMemoryKube kube;
  private final Facts facts = new Facts();
  private final SchedulingQueue queue = new SchedulingQueue();
  private final Changes changed;
  private final Seats seats;
  private final Rankings rankings = new Rankings();

  /// Who has no node yet.
  private final TreeMap<ObjectKey, PodFacts> line = new TreeMap<>();

  private final Preemption preemption;
  private final Set<String> changedNodes = new HashSet<>();
  private boolean neighboursChanged;

  /// Those whose claims for devices are not all there: they are not looked at, and told nothing.
  private final Set<ObjectKey> heldBack = new TreeSet<>();

  private final DeviceAllocator devices;
  private boolean devicesChanged;

  public KubeScheduler(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.of(kube, Resource.PODS);
    this.seats = new Seats(kube, facts);
    this.preemption = new Preemption(kube);
    this.devices = new DeviceAllocator(kube);
  }

  @Override
  public String name() {
    return "scheduler";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    if (resource.equals(Resource.NODES)) {
      changedNodes.add(Metas.name(object));
      return true;
    }
    if (DeviceAllocator.isAbout(resource)) {
      devicesChanged = true;
      return true;
    }
    if (!resource.equals(Resource.PODS)) {
      return false;
    }
    if (isGone) {
      facts.forget(object);
    }
    if (isGone || Pods.hasEnded(object)) {
      neighboursChanged = true;
      changedNodes.add(Pods.nodeName(object));
      return true;
    }
    return isWaiting(object);
  }

  @Override
  public Optional<Instant> step(Instant now) {
    if (devicesChanged) {
      heldBack.forEach(changed::add);
      heldBack.clear();
    }
    var waiting = waiting();
    if (waiting.isEmpty()) {
      devicesChanged = false;
      changedNodes.clear();
      neighboursChanged = false;
      return Optional.empty();
    }
    stir(waiting);
    var due = queue.due(waiting, now);
    if (!due.isEmpty()) {
      due.sort(IN_ORDER);
      var round = new Round(waiting, now);
      due.forEach(round::place);
      if (round.hasBound) {
        queue.stir(waiting, KubeScheduler::looksAtNeighbours);
      }
    }
    return queue.next(now);
  }

  private List<PodFacts> waiting() {
    for (var key : changed.take()) {
      var tree = kube.find(Resource.PODS, key).filter(KubeScheduler::isWaiting);
      if (tree.isPresent() && !devices.areClaimsThere(tree.get())) {
        heldBack.add(key);
        tree = Optional.empty();
      }
      var pod = tree.map(facts::pod);
      var before = pod.isPresent() ? line.put(key, pod.get()) : line.remove(key);
      if (before != null && !pod.map(PodFacts::uid).equals(Optional.of(before.uid()))) {
        queue.forget(before);
      }
    }
    return List.copyOf(line.values());
  }

  /// A changed node helps whom it would let in if it were empty; a pod that came or went also those
  /// who look at their neighbours.
  private void stir(List<PodFacts> waiting) {
    var changed = new ArrayList<Seat>();
    for (var name : changedNodes) {
      kube.find(Resource.NODES, ObjectKey.cluster(name))
          .ifPresent(node -> changed.add(new Seat(facts.node(node), 0, new Seat.Crowd())));
    }
    if (devicesChanged) {
      devicesChanged = false;
      queue.stir(waiting, DeviceAllocator::isClaiming);
    }
    boolean areNeighboursOther = neighboursChanged;
    changedNodes.clear();
    neighboursChanged = false;
    if (areNeighboursOther || !changed.isEmpty()) {
      queue.stir(
          waiting,
          pod ->
              (areNeighboursOther && looksAtNeighbours(pod))
                  || changed.stream().anyMatch(seat -> Fit.mayEverRun(pod, seat)));
    }
  }

  private static boolean looksAtNeighbours(PodFacts pod) {
    var spec = pod.spec();
    return !spec.affinity().isEmpty() || !spec.antiAffinity().isEmpty() || !spec.spread().isEmpty();
  }

  private static boolean isWaiting(JsonNode pod) {
    return !Pods.isBound(pod)
        && !Pods.hasEnded(pod)
        && !Metas.isTerminating(pod)
        && pod.path("spec").path("schedulingGates").isEmpty()
        && pod.path("spec").path("schedulerName").asText().equals(NAME);
  }

  /// The pods that are tried at one time.
  private final class Round {
    private final List<Seat> all;
    private final Topology topology;
    private final String message;
    private final Instant now;
    private @Nullable Map<String, Map<String, String>> labels;
    private boolean hasBound;

    Round(List<PodFacts> waiting, Instant now) {
      this.all = seats.all();
      this.message = "0/" + all.size() + " nodes are available";
      this.topology = new Topology(all, seats.crowd(), this::labels);
      this.now = now;
      for (var pod : waiting) {
        if (pod.scheduling().hasNominatedNode()) {
          tree(pod)
              .map(tree -> seats.find(nominatedNode(tree)))
              .ifPresent(seat -> seats.nominate(pod, seat));
        }
      }
    }

    private Map<String, Map<String, String>> labels() {
      var known = labels;
      if (known == null) {
        known = namespaceLabels();
        labels = known;
      }
      return known;
    }

    void place(PodFacts pod) {
      var only = tree(pod).flatMap(KubeScheduler::onlyNode);
      var candidates = only.map(this::seat).orElse(all);
      var ranking = rankings.of(pod.spec());
      boolean areOwnMarksAll =
          only.isEmpty()
              && topology.asksNothing(pod)
              && !DeviceAllocator.isClaiming(pod)
              && Scores.areOwnAlone(pod, seats.crowd());
      var best =
          areOwnMarksAll
              ? ranking.best(pod, seats.crowd())
              : Scores.best(pod, fitting(pod, candidates, ranking), ranking, topology);
      best.ifPresentOrElse(seat -> bind(pod, seat), () -> refuse(pod, candidates));
    }

    private List<Seat> fitting(PodFacts pod, List<Seat> candidates, Ranking ranking) {
      var demands = topology.demands(pod);
      var fitting = new ArrayList<Seat>();
      for (var seat : candidates) {
        if (ranking.of(pod, seat) != Ranking.REFUSED && demands.test(seat)) {
          fitting.add(seat);
        }
      }
      if (DeviceAllocator.isClaiming(pod)) {
        var tree = tree(pod);
        fitting.removeIf(seat -> tree.flatMap(t -> devices.onNode(t, seat.name())).isEmpty());
      }
      return fitting;
    }

    /// A daemon's one node.
    private List<Seat> seat(String node) {
      var seat = seats.find(node);
      return seat == null ? List.of() : List.of(seat);
    }

    private Optional<ObjectNode> tree(PodFacts pod) {
      return kube.find(Resource.PODS, key(pod));
    }

    private void bind(PodFacts pod, Seat seat) {
      hasBound = true;
      if (DeviceAllocator.isClaiming(pod)) {
        tree(pod)
            .flatMap(tree -> devices.onNode(tree, seat.name()))
            .ifPresent(DeviceAllocator.Allocation::carryOut);
      }
      queue.placed(pod);
      seats.take(key(pod), pod, seat);
      seats.forget(pod);
      kube.edit(
          Resource.PODS,
          key(pod),
          bound -> {
            bound.withObjectProperty("spec").put("nodeName", seat.name());
            bound.withObjectProperty("status").remove("nominatedNodeName");
            Conditions.set(bound, "PodScheduled", "True", "", "", now);
          });
    }

    private void refuse(PodFacts pod, List<Seat> candidates) {
      queue.failed(pod, now);
      var nominated = tree(pod).map(KubeScheduler::nominatedNode).orElse("");
      if (!isMadeRoomFor(pod, nominated)) {
        var choice =
            mayPreempt(pod)
                ? preemption.choose(pod, candidates, topology)
                : Optional.<Preemption.Choice>empty();
        nominated = choice.map(found -> found.seat().name()).orElse("");
        choice.ifPresent(found -> makeRoom(pod, found));
      }
      tell(pod, nominated);
    }

    /// Somebody is on the way out already.
    private boolean isMadeRoomFor(PodFacts pod, String nominated) {
      var seat = seats.find(nominated);
      return seat != null
          && seat.pods().stream()
              .anyMatch(
                  there ->
                      there.isTerminating() && there.spec().priority() < pod.spec().priority());
    }

    /// Who goes would not give back the devices of its claims at once, so nobody is sent away for
    /// devices.
    private boolean mayPreempt(PodFacts pod) {
      return tree(pod)
          .filter(_ -> !DeviceAllocator.isClaiming(pod))
          .filter(tree -> !tree.path("spec").path("preemptionPolicy").asText().equals("Never"))
          .isPresent();
    }

    private void makeRoom(PodFacts pod, Preemption.Choice choice) {
      preemption.carryOut(choice, pod.fullName() + " matters more", now);
      choice.victims().stream()
          .filter(victim -> tree(victim).isEmpty())
          .forEach(choice.seat()::remove);
      // Lesser pods that were promised room here look elsewhere.
      for (var lesser : List.copyOf(choice.seat().nominated())) {
        if (lesser.spec().priority() < pod.spec().priority()) {
          choice.seat().forget(lesser);
          tell(lesser, "");
        }
      }
      seats.nominate(pod, choice.seat());
    }

    /// Most who wait are told the same as the last time, and an edit that changes nothing costs as
    /// much as one that does.
    private void tell(PodFacts pod, String nominated) {
      if (tree(pod).filter(tree -> !isTold(tree, nominated)).isPresent()) {
        kube.edit(
            Resource.PODS,
            key(pod),
            left -> {
              if (nominated.isEmpty()) {
                left.withObjectProperty("status").remove("nominatedNodeName");
              } else {
                left.withObjectProperty("status").put("nominatedNodeName", nominated);
              }
              Conditions.set(left, "PodScheduled", "False", "Unschedulable", message, now);
            });
      }
    }

    private boolean isTold(JsonNode pod, String nominated) {
      var condition = Pods.condition(pod, "PodScheduled");
      return nominatedNode(pod).equals(nominated)
          && pod.path("status").has("nominatedNodeName") != nominated.isEmpty()
          && condition.path("message").asText().equals(message)
          && condition.path("reason").asText().equals("Unschedulable")
          && condition.path("status").asText().equals("False");
    }
  }

  private static ObjectKey key(PodFacts pod) {
    return ObjectKey.of(pod.namespace(), pod.name());
  }

  private static String nominatedNode(JsonNode pod) {
    return pod.path("status").path("nominatedNodeName").asText();
  }

  /// The node a DaemonSet made the pod for.
  static Optional<String> onlyNode(JsonNode pod) {
    var terms =
        pod.path("spec")
            .path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution")
            .path("nodeSelectorTerms");
    for (var term : terms) {
      for (var field : term.path("matchFields")) {
        if (field.path("key").asText().equals("metadata.name")) {
          return Optional.of(field.at("/values/0").asText());
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, Map<String, String>> namespaceLabels() {
    var all = new HashMap<String, Map<String, String>>();
    for (var namespace : kube.view(Resource.NAMESPACES)) {
      var labels = new HashMap<String, String>();
      for (var label : namespace.path("metadata").path("labels").properties()) {
        labels.put(label.getKey(), label.getValue().asText());
      }
      all.put(Metas.name(namespace), labels);
    }
    return all;
  }
}
