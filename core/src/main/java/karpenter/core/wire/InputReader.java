package karpenter.core.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Problem;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Namespace;
import karpenter.core.cluster.NodePool;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.pod.Pod;
import karpenter.core.provisioning.Intake;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.SchedulingProblem;

/// Turns an inventory into a scheduling problem. Objects with a problem are left out and reported;
/// pods that run already are the exception, because the room they take is taken all the same.
final class InputReader {
  private final Inventory inventory;
  private final Catalogue catalogue;
  private final WireOptions options;
  private final PodReader pods;
  private final NodeReader nodes;
  private final List<String> notes;

  private final Map<String, List<NodeReader.Tenant>> tenants = new HashMap<>();
  private final SortedMap<String, karpenter.api.v1.NodePool> nodePools = new TreeMap<>();
  private final SortedMap<String, Overlaid> overlaid = new TreeMap<>();
  private final List<Pod> pending = new ArrayList<>();
  private final List<BoundPod> bound = new ArrayList<>();
  private final Set<String> leaving = new TreeSet<>();

  InputReader(Inventory inventory, Catalogue catalogue, WireOptions options, List<String> notes) {
    this.inventory = inventory;
    this.catalogue = catalogue;
    this.options = options;
    this.nodes = new NodeReader(options.aliases());
    this.notes = new ArrayList<>(notes);
    this.pods = new PodReader(ContextReader.read(inventory, options));
  }

  ReadResult read() {
    var pools = pools();
    var daemons = new DaemonReader(inventory, pods).daemons(inventory.of(Kind.DAEMON_SET));
    readPods();
    pending.addAll(new WorkloadExpander(inventory, pods, notes::add).pods());
    pending.addAll(new BufferReader(inventory, pods, notes::add).pods());
    inventory
        .of(Kind.KWOK_NODE_CLASS)
        .forEach(item -> CustomResource.admit(item, KwokNodeClass.class, notes::add));
    var existing = existingNodes();
    var problem =
        new SchedulingProblem(
            pools,
            existing,
            pending,
            bound,
            withoutIgnored(daemons),
            namespaces(),
            options.scheduling(),
            devices(pools, existing));
    return new ReadResult(problem, nodePools, overlaid, inventory.problems(), notes);
  }

  /// Daemons whose claims nobody sees to will not run.
  private List<Daemon> withoutIgnored(List<Daemon> daemons) {
    if (honoursClaims()) {
      return daemons;
    }
    return daemons.stream().filter(daemon -> daemon.spec().deviceClaims().isEmpty()).toList();
  }

  private Devices devices(List<NodePool> pools, List<ExistingNode> existing) {
    if (!honoursClaims()) {
      return Devices.NONE;
    }
    var templates = new LinkedHashSet<DeviceTemplates>();
    pools.forEach(pool -> pool.types().forEach(type -> templates.add(type.devices())));
    return new DeviceReader(inventory, options.aliases()).read(templates, existing, leaving);
  }

  private boolean honoursClaims() {
    return options.scheduling().deviceRequests() == Options.DeviceRequests.HONOURED;
  }

  /// Pools with their types, corrected by overlays.
  private List<NodePool> pools() {
    var buying = new ArrayList<NodePoolReader.Pool>();
    var reader = new NodePoolReader(options.restricted(), options.aliases());
    for (var item : inventory.of(Kind.NODE_POOL)) {
      reader
          .read(item, notes::add)
          .ifPresent(
              pool -> {
                nodePools.put(pool.name(), pool.source());
                nodes.addStartupTaints(pool.name(), pool.startupTaints());
                if (buysNodes(item, pool)) {
                  buying.add(pool);
                }
              });
    }
    var types =
        NodeOverlays.apply(
            overlays(),
            buying.stream().map(this::types).toList(),
            options.scheduling().wellKnownLabels());
    types.conflicts().forEach(this::report);
    overlaid.putAll(types.overlaid());
    return buying.stream()
        .map(pool -> pool.with(types.typesOf(pool.name()), options.nodeCost()))
        .toList();
  }

  private NodeOverlays.PoolTypes types(NodePoolReader.Pool pool) {
    var nodeClass = pool.source().spec().template().spec().nodeClassRef();
    return new NodeOverlays.PoolTypes(pool.name(), pool.labels(), catalogue.typesFor(nodeClass));
  }

  private List<NodeOverlays.Overlay> overlays() {
    var reader = new NodeOverlayReader(options.restricted(), options.aliases());
    var overlays = new ArrayList<NodeOverlays.Overlay>();
    for (var item : inventory.of(Kind.NODE_OVERLAY)) {
      reader.read(item, notes::add).ifPresent(overlays::add);
    }
    return overlays;
  }

  private void report(NodeOverlays.Conflict conflict) {
    inventory
        .find(Fellows.key(Kind.NODE_OVERLAY.kindName(), "", conflict.overlay()))
        .ifPresent(
            item ->
                item.add(
                    Problem.at("spec.weight")
                        .found(
                            "the weight of NodeOverlay %s, which also sets %s"
                                .formatted(conflict.other(), conflict.subject()))
                        .expected("a weight of its own, so that it is clear which one wins")));
  }

  private boolean buysNodes(Item item, NodePoolReader.Pool pool) {
    if (pool.source().spec().isStatic()) {
      notes.add(item.title() + " is static: it keeps its replicas and buys nothing for pods");
    } else if (item.isDeleting()) {
      notes.add(item.title() + " is being deleted");
    } else if (isNotReady(item)) {
      notes.add(item.title() + " is not ready");
    } else {
      return true;
    }
    return false;
  }

  /// Manifests have no status; only a pool that was judged and found wanting is left out.
  private static boolean isNotReady(Item pool) {
    return pool.place().get("status", "conditions").items().stream()
        .anyMatch(
            condition ->
                condition.get("type").text("").equals("Ready")
                    && !condition.get("status").text("").equals("True"));
  }

  private List<Namespace> namespaces() {
    var namespaces = new ArrayList<Namespace>();
    for (var item : inventory.of(Kind.NAMESPACE)) {
      var labels = LabelSyntax.labels(item.metadata().get("labels"));
      if (item.isFaultless()) {
        namespaces.add(new Namespace(item.name(), labels));
      }
    }
    return namespaces;
  }

  private void readPods() {
    for (var item : inventory.of(Kind.POD)) {
      if (PodPhase.isFinished(item.place())) {
        continue;
      }
      var node = PodPhase.node(item.place());
      if (node.isPresent()) {
        readBound(item, node.get());
      } else {
        readPending(item);
      }
    }
  }

  private void readBound(Item item, String node) {
    var pod = pods.pod(item, PodForm.BOUND);
    tenants.computeIfAbsent(node, _ -> new ArrayList<>()).add(new NodeReader.Tenant(pod, item));
  }

  private void readPending(Item item) {
    var reason = PodPhase.notWaiting(item);
    if (reason.isPresent()) {
      notes.add(item.title() + " " + reason.get());
      return;
    }
    var pod = pods.pod(item, PodForm.PENDING);
    if (!item.isFaultless()) {
      return;
    }
    if (Intake.refusesPools(pod.spec())) {
      notes.add(item.title() + " asks for nodes outside every NodePool");
    } else {
      pending.add(pod);
    }
  }

  private List<ExistingNode> existingNodes() {
    for (var item : inventory.of(Kind.CSI_NODE)) {
      nodes.addVolumeLimits(item.name(), item.place());
    }
    var existing = new ArrayList<ExistingNode>();
    var claims = new ClaimIndex(inventory.of(Kind.NODE_CLAIM));
    for (var item : inventory.of(Kind.NODE)) {
      var claim = claims.take(item);
      addNode(
          item,
          new NodeReader.Sighting(Optional.of(item.place()), claim.map(Item::place)),
          existing);
    }
    for (var claim : claims.withoutNode()) {
      if (claim.place().get("status", "capacity").isPresent()) {
        addNode(
            claim, new NodeReader.Sighting(Optional.empty(), Optional.of(claim.place())), existing);
      } else {
        notes.add(claim.title() + " is not launched: it is not known yet what it will become");
      }
    }
    tenants.keySet().stream()
        .sorted()
        .forEach(node -> notes.add("node " + node + " is not in the input, but pods run on it"));
    return existing;
  }

  private void addNode(Item item, NodeReader.Sighting sighting, List<ExistingNode> existing) {
    var here = Optional.ofNullable(tenants.remove(item.name())).orElse(List.of());
    var state = nodes.state(sighting);
    if (state.isLeaving()) {
      here.forEach(tenant -> leaving.add(tenant.pod().uid()));
      here.stream().filter(NodeReader.Tenant::mustMove).forEach(t -> pending.add(t.pod()));
      return;
    }
    var node = nodes.read(sighting, state, here);
    if (item.isFaultless()) {
      existing.add(node);
      here.stream()
          .filter(tenant -> !tenant.isTerminating())
          .forEach(tenant -> bound.add(new BoundPod(tenant.pod(), node.name())));
    }
  }
}
