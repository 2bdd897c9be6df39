package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Puts pods on nodes: the emptiest that fits. Knows requests, taints, node and pod
/// (anti-)affinity, spread constraints and host ports; no preferences, no preemption, no volumes.
public final class KubeScheduler implements Controller {
  private static final String NAME = "default-scheduler";
  private static final Comparator<ObjectNode> IN_ORDER =
      Comparator.<ObjectNode>comparingInt(pod -> -pod.at("/spec/priority").asInt())
          .thenComparing(pod -> pod.at("/metadata/creationTimestamp").asText())
          .thenComparing(Metas::key);

  private final InMemoryKube kube;
  private final Facts facts = new Facts();
  private final Changes changed;
  private final Seats seats;

  /// Who has no node yet.
  private final TreeSet<ObjectKey> line = new TreeSet<>();

  public KubeScheduler(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.of(kube, Resource.PODS);
    this.seats = new Seats(kube, facts);
  }

  @Override
  public String name() {
    return "scheduler";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.NODES)
        || (resource.equals(Resource.PODS) && (isGone || isWaiting(object)));
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var waiting = waiting();
    if (!waiting.isEmpty()) {
      waiting.sort(IN_ORDER);
      var all = seats.all();
      var topology = Topology.of(all, namespaceLabels());
      waiting.forEach(pod -> place(pod, all, topology, now));
    }
    return Optional.empty();
  }

  private List<ObjectNode> waiting() {
    for (var key : changed.take()) {
      if (kube.find(Resource.PODS, key).filter(KubeScheduler::isWaiting).isPresent()) {
        line.add(key);
      } else {
        line.remove(key);
      }
    }
    var waiting = new ArrayList<ObjectNode>(line.size());
    line.forEach(key -> kube.find(Resource.PODS, key).ifPresent(waiting::add));
    return waiting;
  }

  private static boolean isWaiting(JsonNode pod) {
    return !Pods.isBound(pod)
        && !Pods.hasEnded(pod)
        && !Metas.isTerminating(pod)
        && pod.at("/spec/schedulingGates").isEmpty()
        && pod.at("/spec/schedulerName").asText().equals(NAME);
  }

  private void place(ObjectNode pod, Collection<Seat> seats, Topology topology, Instant now) {
    var read = facts.pod(pod);
    var only = onlyNode(pod);
    seats.stream()
        .filter(seat -> only.isEmpty() || only.get().equals(seat.name()))
        .filter(seat -> Fit.fits(read, seat) && topology.allows(read, seat))
        .min(Comparator.comparingDouble(Seat::load).thenComparing(Seat::name))
        .ifPresentOrElse(
            seat -> {
              seat.add(read);
              topology.placed(read, seat);
              bind(pod, seat.name(), now);
            },
            () -> refuse(pod, seats.size(), now));
  }

  /// The node a DaemonSet made the pod for.
  static Optional<String> onlyNode(JsonNode pod) {
    var terms =
        pod.at(
            "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                + "/nodeSelectorTerms");
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
      for (var label : namespace.at("/metadata/labels").properties()) {
        labels.put(label.getKey(), label.getValue().asText());
      }
      all.put(Metas.name(namespace), labels);
    }
    return all;
  }

  private void bind(ObjectNode pod, String node, Instant now) {
    kube.edit(
        Resource.PODS,
        Metas.key(pod),
        bound -> {
          bound.withObject("/spec").put("nodeName", node);
          Conditions.set(bound, "PodScheduled", "True", "", "", now);
        });
  }

  private void refuse(ObjectNode pod, int nodes, Instant now) {
    var message = "0/%d nodes are available".formatted(nodes);
    kube.edit(
        Resource.PODS,
        Metas.key(pod),
        left -> Conditions.set(left, "PodScheduled", "False", "Unschedulable", message, now));
  }
}
