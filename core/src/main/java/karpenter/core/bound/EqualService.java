package karpenter.core.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;
import org.jspecify.annotations.Nullable;

/// What a plan gives its pods beyond what they must have. A placement is at equal service with the
/// plan when every pod that the plan puts on a new node
/// - keeps the wishes that the plan keeps for it (see [KeptWishes]), and
/// - is on an existing node, or on one of a NodePool that is no lighter than in the plan and has no
///   `PreferNoSchedule` taint the pod does not tolerate, unless the plan's has.
///
/// The plan is such a placement. Pods on existing nodes have nothing to lose.
final class EqualService {
  private final SchedulingProblem problem;
  private final Map<String, NodePool> pools = new HashMap<>();
  private final Map<PodSpec, Map<Grant, PodSpec>> served = new IdentityHashMap<>();
  private final Map<PodSpec, Grant> grants = new IdentityHashMap<>();
  private final Map<PodSpec, Map<String, ServiceLevel>> levelsByPool = new IdentityHashMap<>();
  private final Placement placement;

  /// What a plan gives some pods.
  record Grant(KeptWishes wishes, ServiceLevel level) {
    static final Grant NOTHING = new Grant(KeptWishes.NONE, ServiceLevel.ANY);
  }

  private EqualService(SchedulingProblem problem, Placement plan) {
    this.problem = problem;
    problem.pools().forEach(pool -> pools.put(pool.name(), pool));
    this.placement =
        new Placement(
            plan.newNodes().stream().map(this::served).toList(),
            plan.existing(),
            plan.unplaced(),
            plan.order());
  }

  static EqualService of(SchedulingProblem problem, Placement plan) {
    return new EqualService(problem, plan);
  }

  /// The plan, with all it gives written into the pods as requirements.
  Placement placement() {
    return placement;
  }

  /// @param spec of a pod of [#placement]
  ServiceLevel level(PodSpec spec) {
    return grants.getOrDefault(spec, Grant.NOTHING).level();
  }

  /// Whether the plan gives nothing beyond what pods must have.
  boolean isNothing() {
    return served.isEmpty();
  }

  /// Node affinity and NodePools, by pod; what pods that keep apart have is told by their group.
  List<Bound.Granted> granted() {
    record Given(List<String> nodePools, List<Requirements> wishes) {}
    Map<Given, List<Pod>> granted = new LinkedHashMap<>();
    for (NewNode node : placement.newNodes()) {
      for (Pod pod : node.pods()) {
        var grant = grants.get(pod.spec());
        if (grant == null) continue;
        var given = new Given(admitting(grant.level(), pod.spec()), grant.wishes().nodes());
        if (given.nodePools().isEmpty() && given.wishes().isEmpty()) continue;
        granted.computeIfAbsent(given, _ -> new ArrayList<>()).add(pod);
      }
    }
    return granted.entrySet().stream()
        .map(e -> new Bound.Granted(e.getKey().nodePools(), e.getKey().wishes(), e.getValue()))
        .toList();
  }

  private List<String> admitting(ServiceLevel level, PodSpec spec) {
    if (level.equals(ServiceLevel.ANY)) return List.of();
    return problem.pools().stream()
        .filter(pool -> level.admits(pool, spec.tolerations()))
        .map(NodePool::name)
        .sorted()
        .toList();
  }

  /// What other placements may give up: `preferences`, `NodePool weights`.
  List<String> kept() {
    var grants = served.values().stream().flatMap(own -> own.keySet().stream()).toList();
    List<String> kept = new ArrayList<>();
    if (grants.stream().anyMatch(grant -> !grant.wishes().equals(KeptWishes.NONE))) {
      kept.add("preferences");
    }
    if (grants.stream().anyMatch(grant -> grant.level().leastWeight() > Integer.MIN_VALUE)) {
      kept.add("NodePool weights");
    }
    if (grants.stream().anyMatch(grant -> grant.level().softTaints() == SoftTaints.HONOURED)) {
      kept.add("PreferNoSchedule taints");
    }
    return kept;
  }

  private NewNode served(NewNode node) {
    Map<PodSpec, PodSpec> here = new IdentityHashMap<>();
    List<Pod> pods = new ArrayList<>();
    for (Pod pod : node.pods()) {
      var spec = here.computeIfAbsent(pod.spec(), own -> served(own, node));
      pods.add(spec == pod.spec() ? pod : new Pod(pod.uid(), pod.name(), pod.created(), spec));
    }
    return new NewNode(
        node.pool(),
        node.requirements(),
        node.types(),
        pods,
        node.requests(),
        node.price(),
        node.minValuesRelaxed(),
        node.deviceDrivers(),
        node.nodeCost());
  }

  private PodSpec served(PodSpec spec, NewNode node) {
    boolean hasWishes = !(problem.options().preferences() instanceof PreferencePolicy.Ignore);
    var grant =
        new Grant(
            hasWishes ? KeptWishes.of(spec, node, problem.namespaces()) : KeptWishes.NONE,
            level(spec, node));
    if (grant.equals(Grant.NOTHING)) return spec;
    return served
        .computeIfAbsent(spec, _ -> new LinkedHashMap<>())
        .computeIfAbsent(
            grant,
            _ -> {
              var required = grant.wishes().required(spec);
              grants.put(required, grant);
              return required;
            });
  }

  private ServiceLevel level(PodSpec spec, NewNode node) {
    return levelsByPool
        .computeIfAbsent(spec, _ -> new HashMap<>())
        .computeIfAbsent(node.pool(), name -> level(spec, pools.get(name)));
  }

  /// Only what keeps out some NodePool that could take the pod.
  private ServiceLevel level(PodSpec spec, @Nullable NodePool own) {
    if (own == null) return ServiceLevel.ANY;
    var able = problem.pools().stream().filter(pool -> couldTake(pool, spec)).toList();
    boolean someAreLighter = able.stream().anyMatch(pool -> pool.weight() < own.weight());
    boolean someAreAvoided =
        able.stream().anyMatch(pool -> ServiceLevel.isAvoided(pool, spec.tolerations()));
    boolean isAvoided = ServiceLevel.isAvoided(own, spec.tolerations());
    return new ServiceLevel(
        someAreLighter ? own.weight() : Integer.MIN_VALUE,
        someAreAvoided && !isAvoided ? SoftTaints.HONOURED : SoftTaints.IGNORED);
  }

  private static boolean couldTake(NodePool pool, PodSpec spec) {
    return Toleration.firstUntolerated(spec.tolerations(), pool.taints(), SoftTaints.IGNORED)
            .isEmpty()
        && spec.nodeAlternatives().stream().anyMatch(pool.requirements()::intersects);
  }
}
