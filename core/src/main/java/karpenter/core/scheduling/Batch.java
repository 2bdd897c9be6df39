package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.pod.VolumeUse;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// A problem compiled: pods grouped into classes, nodes and groups numbered and counted. Runs in
/// several orders share it one after the other; [#reset] makes it fresh for the next.
final class Batch {
  private static final Comparator<ExistingNode> BY_READINESS =
      Comparator.comparing((ExistingNode node) -> !node.initialized())
          .thenComparing(ExistingNode::name);

  final CompiledCatalogue catalogue;
  final SchedulingProblem problem;
  final Options options;
  final ResourceIndex resources;
  final List<NodeSlot> nodes;
  final StateSpace[] spaces;
  final Demand.Table demands = new Demand.Table();
  final GroupTable groups;

  /// Where pods with required anti-affinity sit, for the pods they keep away.
  final GroupTable inverse;

  final boolean softTaintsExist;

  /// Null where no pod claims any.
  final @Nullable BatchDevices devices;

  /// Capacity paid for in advance, by reservation.
  final Map<String, Integer> reserved;

  final ProfileCompiler profiles = new ProfileCompiler(this);
  private @Nullable Shares shares;
  private final Map<String, KeySpace> keySpaces = new TreeMap<>();
  private final Map<PodSpec, PodClass> classes = new HashMap<>();
  private final IdentityHashMap<PodSpec, PodClass> classOfInstance = new IdentityHashMap<>();
  private final Map<LabelAsk.Key, LabelAsk> labelAsks = new HashMap<>();
  private final Map<AskKey, Ask> asks = new HashMap<>();
  final List<Ask> askList = new ArrayList<>();
  private @Nullable Map<String, List<ExistingNode>> nodesOfPool;

  private record AskKey(
      LabelAsk labels,
      Resources requests,
      List<HostPort> ports,
      SortedSet<VolumeUse> volumes,
      List<DeviceClaimRef> claims) {}

  Batch(CompiledCatalogue catalogue, SchedulingProblem problem) {
    this(catalogue, problem, List.of(), Map.of());
  }

  /// @param movable bound pods that may be placed as well, should their nodes go
  /// @param before nodes as they were compiled before, by name: most of them say what they said
  Batch(
      CompiledCatalogue catalogue,
      SchedulingProblem problem,
      List<Pod> movable,
      Map<String, NodeSlot> before) {
    this.catalogue = catalogue;
    this.problem = problem;
    this.options = problem.options();
    this.resources = catalogue.resources.with(namesInPlay(problem, movable));
    this.nodes =
        problem.nodes().stream()
            .sorted(BY_READINESS)
            .map(node -> new NodeSlot(node, catalogue.daemons, resources, before.get(node.name())))
            .toList();
    this.spaces =
        catalogue.templates.stream()
            .map(template -> new StateSpace(template, catalogue.wellKnown))
            .toArray(StateSpace[]::new);
    this.reserved =
        catalogue.templates.stream().anyMatch(template -> template.hasReserved)
            ? Reservations.capacities(problem.pools(), options.reservationLabel())
            : Map.of();
    this.groups = new GroupTable(this::space, demands, problem.namespaces());
    this.inverse = new GroupTable(this::space, demands, problem.namespaces());
    this.softTaintsExist = softTaintsExist();
    classify(movable);
    this.devices = BatchDevices.of(this);
    countBoundPods();
    locateNodes();
  }

  /// What its pods cost at best; worked out when first asked.
  Shares shares() {
    Shares known = shares;
    if (known == null) {
      known = new Shares(this);
      shares = known;
    }
    return known;
  }

  PodClass classOf(Pod pod) {
    PodClass known = knownClass(pod.spec());
    if (known == null)
      throw new IllegalStateException("a pod that is not of this batch: " + pod.uid());
    return known;
  }

  Iterable<PodClass> classes() {
    return classes.values();
  }

  Iterable<KeySpace> keySpaces() {
    return keySpaces.values();
  }

  int keySpaceCount() {
    return keySpaces.size();
  }

  KeySpace space(String key) {
    KeySpace known = keySpaces.get(key);
    if (known != null) return known;
    var domains = new TreeSet<String>();
    for (NodeSlot slot : nodes) {
      String value = slot.node.labels().get(key);
      if (value != null) domains.add(value);
    }
    for (Template template : catalogue.templates) {
      domains.addAll(template.domains.getOrDefault(key, new TreeSet<>()));
    }
    var added =
        new KeySpace(keySpaces.size(), key, domains, catalogue.wellKnown.contains(key), demands);
    keySpaces.put(key, added);
    return added;
  }

  LabelAsk labelAsk(LabelAsk.Key key) {
    return labelAsks.computeIfAbsent(
        key, k -> new LabelAsk(k, demands, catalogue.templates.size(), nodes.size()));
  }

  Ask ask(LabelAsk labels, PodSpec spec) {
    return asks.computeIfAbsent(
        new AskKey(labels, spec.requests(), spec.hostPorts(), spec.volumes(), spec.deviceClaims()),
        key -> {
          var ask =
              new Ask(
                  labels,
                  resources.vector(key.requests()),
                  key.ports(),
                  key.volumes(),
                  resources.known(),
                  catalogue.templates.size(),
                  devices == null ? null : devices.uses(key.claims()));
          askList.add(ask);
          return ask;
        });
  }

  /// The domains some node or template offers whose taints are tolerated.
  long[] domainsTolerated(KeySpace space, List<Toleration> tolerations) {
    long[] domains = Bits.none(Math.max(1, space.size()));
    for (NodeSlot slot : nodes) {
      String value = slot.node.labels().get(space.key);
      if (value != null && tolerated(tolerations, slot.node.taints())) {
        Bits.set(domains, space.idOf(value));
      }
    }
    for (Template template : catalogue.templates) {
      if (!tolerated(tolerations, template.pool.taints())) continue;
      for (String value : template.domains.getOrDefault(space.key, new TreeSet<>())) {
        Bits.set(domains, space.idOf(value));
      }
    }
    return domains;
  }

  static boolean tolerated(List<Toleration> tolerations, List<Taint> taints) {
    return Toleration.firstUntolerated(tolerations, taints, SoftTaints.IGNORED).isEmpty();
  }

  /// Whether a group counts pods on this node.
  boolean counts(CountGroup group, NodeSlot slot) {
    var only = group.key.onlyNodes();
    if (!only.isEmpty() && only.stream().noneMatch(wanted -> slot.labels.guarantees(wanted))) {
      return false;
    }
    var tolerations = group.key.onlyTolerated();
    return tolerations == null || tolerated(tolerations, slot.node.taints());
  }

  void reset() {
    for (NodeSlot slot : nodes) slot.reset();
    for (CountGroup group : groups.all()) group.reset();
    for (CountGroup group : inverse.all()) group.reset();
    for (Ask ask : askList) ask.reset();
    for (KeySpace space : keySpaces.values()) space.reset();
    locateNodes();
  }

  private static Set<String> namesInPlay(SchedulingProblem problem, List<Pod> movable) {
    Set<String> names = new TreeSet<>();
    Set<PodSpec> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (List<Pod> pods : List.of(problem.pending(), movable)) {
      for (Pod pod : pods) {
        if (seen.add(pod.spec())) names.addAll(pod.spec().requests().names());
      }
    }
    for (ExistingNode node : problem.nodes()) {
      names.addAll(node.allocatable().names());
      names.addAll(node.podRequests().names());
    }
    for (var daemon : problem.daemons()) names.addAll(daemon.spec().requests().names());
    return names;
  }

  private boolean softTaintsExist() {
    return catalogue.templates.stream().anyMatch(template -> hasSoft(template.pool.taints()))
        || problem.nodes().stream().anyMatch(node -> hasSoft(node.taints()));
  }

  private static boolean hasSoft(List<Taint> taints) {
    return taints.stream().anyMatch(taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE);
  }

  private void classify(List<Pod> movable) {
    Map<List<Integer>, WishSets> wishSets = new HashMap<>();
    classify(problem.pending(), wishSets);
    classify(movable, wishSets);
    for (PodClass podClass : classes.values()) podClass.asked = registerGroups(podClass.spec);
    Set<PodSpec> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (BoundPod bound : problem.bound()) {
      PodSpec spec = bound.pod().spec();
      if (spec.antiAffinity().isEmpty() || !seen.add(spec)) continue;
      for (AffinityTerm term : spec.antiAffinity()) inverse.of(term, spec);
    }
    for (PodClass podClass : classes.values()) {
      PodSpec spec = podClass.spec;
      podClass.counted =
          groups.selecting(spec.namespace(), spec.labels()).toArray(CountGroup[]::new);
      podClass.owned = owned(spec);
    }
  }

  private void classify(List<Pod> pods, Map<List<Integer>, WishSets> wishSets) {
    for (Pod pod : pods) {
      if (classOfInstance.containsKey(pod.spec())) continue;
      var podClass =
          classes.computeIfAbsent(
              pod.spec(),
              spec -> {
                int[] weights =
                    ProfileCompiler.wishWeights(spec, options.preferences(), softTaintsExist);
                var sets =
                    wishSets.computeIfAbsent(
                        Arrays.stream(weights).boxed().toList(), _ -> WishSets.of(weights));
                return new PodClass(spec, sets);
              });
      classOfInstance.put(pod.spec(), podClass);
    }
  }

  /// The inverse entries a pod fills wherever it sits.
  CountGroup[] owned(PodSpec spec) {
    return spec.antiAffinity().stream()
        .map(term -> inverse.of(term, spec))
        .distinct()
        .toArray(CountGroup[]::new);
  }

  /// Returns the groups its constraints and wishes ask about.
  private CountGroup[] registerGroups(PodSpec spec) {
    Set<CountGroup> asked = new LinkedHashSet<>();
    for (AffinityTerm term : spec.affinity()) asked.add(groups.of(term, spec));
    for (AffinityTerm term : spec.antiAffinity()) {
      asked.add(groups.of(term, spec));
      inverse.of(term, spec);
    }
    boolean ignoring = options.preferences() instanceof PreferencePolicy.Ignore;
    for (SpreadConstraint constraint : spec.spread()) {
      if (!ignoring || constraint.strength() == SpreadConstraint.Strength.DO_NOT_SCHEDULE) {
        asked.add(groups.of(constraint, spec));
      }
    }
    for (Preference preference : ignoring ? List.<Preference>of() : spec.preferences()) {
      switch (preference) {
        case Preference.OfNode _ -> {}
        case Preference.NearPods(_, var term) -> asked.add(groups.of(term, spec));
        case Preference.AwayFromPods(_, var term) -> asked.add(groups.of(term, spec));
      }
    }
    return asked.toArray(CountGroup[]::new);
  }

  /// Whether pods of unlike priority bear on one another's topology. kube-scheduler binds the
  /// important ones first, so they must be decided first as well.
  ///
  /// @param among the classes to be placed; groups only others have asked for do not matter
  boolean topologyMixesPriorities(Iterable<PodClass> among) {
    Set<CountGroup> asked = Collections.newSetFromMap(new IdentityHashMap<>());
    for (PodClass podClass : among) asked.addAll(List.of(podClass.asked));
    Map<CountGroup, Integer> seen = new IdentityHashMap<>();
    for (PodClass podClass : among) {
      List<CountGroup> concerned = new ArrayList<>();
      for (CountGroup group : podClass.counted) if (asked.contains(group)) concerned.add(group);
      PodSpec spec = podClass.spec;
      for (AffinityTerm term : spec.affinity()) concerned.add(groups.of(term, spec));
      for (AffinityTerm term : spec.antiAffinity()) concerned.add(groups.of(term, spec));
      for (SpreadConstraint constraint : spec.spread()) {
        if (constraint.strength() == SpreadConstraint.Strength.DO_NOT_SCHEDULE) {
          concerned.add(groups.of(constraint, spec));
        }
      }
      for (CountGroup group : concerned) {
        Integer other = seen.putIfAbsent(group, spec.priority());
        if (other != null && other != spec.priority()) return true;
      }
    }
    return false;
  }

  /// The nodes that count against a pool's limits.
  List<ExistingNode> nodesOf(String pool) {
    var known = nodesOfPool;
    if (known == null) {
      known = new HashMap<>();
      for (ExistingNode node : problem.nodes()) {
        if (node.pool().isEmpty()) continue;
        known.computeIfAbsent(node.pool().get(), _ -> new ArrayList<>()).add(node);
      }
      nodesOfPool = known;
    }
    return known.getOrDefault(pool, List.of());
  }

  static boolean prioritiesDiffer(List<Pod> pods) {
    for (Pod pod : pods) {
      if (pod.spec().priority() != pods.getFirst().spec().priority()) return true;
    }
    return false;
  }

  private void countBoundPods() {
    Map<String, Integer> slotByName = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) slotByName.put(nodes.get(i).node.name(), i);
    Set<String> pending = new HashSet<>();
    for (Pod pod : problem.pending()) pending.add(pod.uid());
    // Pods of one workload share their spec.
    Map<PodSpec, CountGroup[]> groupsOf = new IdentityHashMap<>();
    for (BoundPod bound : problem.bound()) {
      Integer index = slotByName.get(bound.node());
      if (index == null || pending.contains(bound.pod().uid())) continue;
      NodeSlot slot = nodes.get(index);
      for (CountGroup group : groupsOf.computeIfAbsent(bound.pod().spec(), this::groupsCounting)) {
        if (counts(group, slot)) countOn(group, index);
      }
    }
    for (CountGroup group : groups.all()) group.freeze();
    for (CountGroup group : inverse.all()) group.freeze();
  }

  /// The class of pods with this spec, if the batch was compiled with such; from now on the very
  /// instance is known.
  @Nullable PodClass knownClass(PodSpec spec) {
    PodClass known = classOfInstance.get(spec);
    if (known == null) {
      known = classes.get(spec);
      if (known != null) classOfInstance.put(spec, known);
    }
    return known;
  }

  /// Whether every term that keeps others away from such a pod was compiled.
  boolean knowsInverse(PodSpec spec) {
    return spec.antiAffinity().stream().allMatch(term -> inverse.knows(term, spec));
  }

  /// The groups that decide where pods of a class may go.
  CountGroup[] bearingOn(PodClass podClass) {
    CountGroup[] known = podClass.bearing;
    if (known == null) {
      List<CountGroup> found = new ArrayList<>(List.of(podClass.asked));
      found.addAll(inverse.selecting(podClass.spec.namespace(), podClass.spec.labels()));
      known = found.toArray(CountGroup[]::new);
      podClass.bearing = known;
    }
    return known;
  }

  /// The groups and inverse entries that count a pod, as far as its node passes their filter.
  CountGroup[] groupsCounting(PodSpec spec) {
    List<CountGroup> found = new ArrayList<>(groups.selecting(spec.namespace(), spec.labels()));
    found.addAll(List.of(owned(spec)));
    return found.toArray(CountGroup[]::new);
  }

  private void countOn(CountGroup group, int nodeIndex) {
    int domain = domainOn(group, nodeIndex);
    if (domain >= 0) group.add(domain, 1);
  }

  /// Where a group counts pods of this node; -1 if nowhere.
  int domainOn(CountGroup group, int nodeIndex) {
    var space = group.space;
    if (space == null) return nodeIndex;
    String value = nodes.get(nodeIndex).node.labels().get(space.key);
    return value == null ? -1 : space.idOf(value);
  }

  private void locateNodes() {
    for (KeySpace space : keySpaces.values()) {
      space.ensureCandidates(Math.max(1, nodes.size()));
      for (int i = 0; i < nodes.size(); i++) {
        String value = nodes.get(i).node.labels().get(space.key);
        space.locateNode(i, value == null ? -1 : space.idOf(value));
      }
    }
  }
}
