package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.api.Taints;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.pod.VolumeUse;
import karpenter.core.resource.Resources;

/// Reads nodes as scheduling sees them: a Node and its NodeClaim are one (spec 01 §4.17, §5.2).
final class NodeReader {
  private static final String TRUE = "true";

  private final Map<String, Map<String, Integer>> volumeLimits = new HashMap<>();
  private final Map<String, List<Taint>> startupTaints = new HashMap<>();

  /// A pod on a node. A terminating pod still takes its room but is no neighbour any more.
  record Tenant(Pod pod, Item item) {
    boolean isDaemon() {
      return item.isOwnedBy("DaemonSet");
    }

    boolean isTerminating() {
      return item.isDeleting();
    }

    /// Whether it needs another place when its node goes. A StatefulSet makes the same pod again.
    boolean mustMove() {
      return !isDaemon()
          && !item.isOwnedBy("Node")
          && (!isTerminating() || item.isOwnedBy("StatefulSet"))
          && item.metadata().get("annotations").get(Annotations.DO_NOT_DISRUPT).isAbsent();
    }
  }

  /// The Node, its claim, or both; at least one.
  record Sighting(Optional<Place> node, Optional<Place> claim) {
    boolean isRegistered() {
      return node.isPresent() && (!isManaged() || nodeHasLabel(Labels.REGISTERED));
    }

    boolean isInitialized() {
      return node.isPresent() && (!isManaged() || nodeHasLabel(Labels.INITIALIZED));
    }

    /// A node of a pool has a claim, whether or not the input shows it.
    boolean isManaged() {
      return claim.isPresent()
          || node.map(n -> n.get("metadata", "labels").get(Labels.NODE_POOL).isPresent())
              .orElse(false);
    }

    boolean isLeaving() {
      return claim
          .or(() -> node)
          .map(place -> place.get("metadata", "deletionTimestamp").isPresent())
          .orElse(false);
    }

    private boolean nodeHasLabel(String key) {
      return node.map(n -> n.get("metadata", "labels").get(key).text("").equals(TRUE))
          .orElse(false);
    }

    /// The claim speaks until the node is registered.
    private Place speaker() {
      var either = isRegistered() ? node.or(() -> claim) : claim.or(() -> node);
      return either.orElseThrow(() -> new IllegalStateException("neither node nor claim"));
    }
  }

  void addVolumeLimits(String node, Place csiNode) {
    volumeLimits.put(node, StorageObjects.attachLimits(csiNode));
  }

  /// For nodes whose claim the input does not show.
  void addStartupTaints(String pool, List<Taint> taints) {
    startupTaints.put(pool, taints);
  }

  ExistingNode read(Sighting sighting, List<Tenant> tenants) {
    var speaker = sighting.speaker();
    var name = speaker.get("metadata", "name").requiredText("a name");
    var labels = new TreeMap<>(LabelSyntax.labels(speaker.get("metadata", "labels")));
    var hostname = labels.computeIfAbsent(Labels.HOSTNAME, _ -> name);
    return new ExistingNode(
        name,
        hostname,
        Collections.unmodifiableSortedMap(labels),
        taints(sighting, labels),
        amounts(sighting, "capacity"),
        amounts(sighting, "allocatable"),
        requests(tenants),
        requests(tenants.stream().filter(Tenant::isDaemon).toList()),
        Optional.ofNullable(labels.get(Labels.NODE_POOL)),
        sighting.isInitialized(),
        hostPorts(tenants),
        volumes(tenants),
        volumeLimits.getOrDefault(name, Map.of()));
  }

  private List<Taint> taints(Sighting sighting, SortedMap<String, String> labels) {
    var claimed = sighting.claim().map(c -> TaintReader.taints(c.get("spec", "taints")));
    var onNode = sighting.node().map(n -> TaintReader.taints(n.get("spec", "taints")));
    if (!sighting.isRegistered() && claimed.isPresent()) {
      return claimed.get();
    }
    var taints = onNode.or(() -> claimed).orElse(List.of());
    if (!sighting.isManaged() || sighting.isInitialized()) {
      return taints;
    }
    var passing = new ArrayList<>(startupTaints(sighting, labels));
    return taints.stream().filter(taint -> !isPassing(taint, passing)).toList();
  }

  private List<Taint> startupTaints(Sighting sighting, SortedMap<String, String> labels) {
    return sighting
        .claim()
        .map(claim -> TaintReader.taints(claim.get("spec", "startupTaints")))
        .orElseGet(
            () -> startupTaints.getOrDefault(labels.getOrDefault(Labels.NODE_POOL, ""), List.of()));
  }

  /// Taints are the same when key and effect are, as in Kubernetes.
  private static boolean isPassing(Taint taint, List<Taint> startup) {
    return Taints.isKnownEphemeral(taint.key(), TaintReader.word(taint.effect()))
        || startup.stream()
            .anyMatch(s -> s.key().equals(taint.key()) && s.effect() == taint.effect());
  }

  /// Until a node is initialized its kubelet may report nothing, or zero, of a device it has.
  private static Resources amounts(Sighting sighting, String field) {
    var reported =
        sighting.node().map(n -> Amounts.capacity(n.get("status", field))).orElse(Resources.none());
    if (sighting.isInitialized() || sighting.claim().isEmpty()) {
      return reported;
    }
    var promised = Amounts.capacity(sighting.claim().get().get("status", field));
    var amounts = reported;
    for (var name : promised.names()) {
      if (amounts.get(name) == 0) {
        amounts = amounts.with(name, promised.get(name));
      }
    }
    return amounts;
  }

  private static Resources requests(List<Tenant> tenants) {
    var sum = Resources.none();
    for (var tenant : tenants) {
      sum = sum.plus(tenant.pod().spec().requests());
    }
    return sum;
  }

  private static List<HostPort> hostPorts(List<Tenant> tenants) {
    var ports = new LinkedHashSet<HostPort>();
    tenants.forEach(tenant -> ports.addAll(tenant.pod().spec().hostPorts()));
    return List.copyOf(ports);
  }

  private static SortedSet<VolumeUse> volumes(List<Tenant> tenants) {
    var volumes = new TreeSet<VolumeUse>();
    tenants.forEach(tenant -> volumes.addAll(tenant.pod().spec().volumes()));
    return volumes;
  }
}
