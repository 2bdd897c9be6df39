package karpenter.core.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.drain.DrainBlock;
import karpenter.core.disruption.drain.Drainability;
import karpenter.core.disruption.drain.InFlight;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.PodPredicates;
import karpenter.core.termination.Protection;

/// Who may go (spec 02 §2.3). Every reason is collected, not only the first.
public final class Candidates {
  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

  private Candidates() {}

  /// @param pods on the node
  public static Assessment assess(StateNode state, List<PodFacts> pods, Surroundings around) {
    var reschedulable = pods.stream().filter(PodPredicates::isReschedulable).toList();
    double disruption = Costs.ofRescheduling(reschedulable);
    var labels = state.labels();
    var pool = state.pool().orElse("");
    var types = around.types().getOrDefault(pool, PoolTypes.notKnown(""));
    var type = type(types, labels.getOrDefault(Marks.INSTANCE_TYPE, ""));
    var zone = labels.getOrDefault(Marks.ZONE, "");
    var capacityType = labels.getOrDefault(Marks.CAPACITY_TYPE, "");
    double price = type.map(t -> Costs.price(t, zone, capacityType).orElse(0)).orElse(0.0);

    var always = ofNode(state);
    var facts = around.pools().get(pool);
    always.addAll(ofPool(pool, types, around));
    Optional<Candidate> candidate = Optional.empty();
    if (facts != null && state.claim().isPresent() && state.node().isPresent()) {
      candidate =
          Optional.of(
              new Candidate(
                  state,
                  facts,
                  type,
                  zone,
                  capacityType,
                  pods,
                  reschedulable,
                  price,
                  types.nodeCost(),
                  disruption));
    }
    var ofPods = state.isManaged() ? ofPods(pods, around) : List.<Obstacle>of();
    var ofMethods = candidate.map(Candidates::ofMethods).orElse(Map.of());
    var plain = plain(state, always, ofPods, ofMethods);
    return new Assessment(
        state.noteName(),
        state,
        candidate,
        always,
        ofPods,
        ofMethods,
        plain,
        candidate.isPresent() ? free(plain) : Set.of(),
        Budgets.Part.of(state),
        pool,
        price,
        disruption,
        until(state, pods, around.now()));
  }

  private static Map<Method, List<Obstacle>> ofMethods(Candidate candidate) {
    var all = new EnumMap<Method, List<Obstacle>>(Method.class);
    for (var method : Method.values()) {
      all.put(method, List.copyOf(ofMethod(candidate, method, 0)));
    }
    return all;
  }

  private static Map<Method, List<Obstacle>> plain(
      StateNode state,
      List<Obstacle> always,
      List<Obstacle> ofPods,
      Map<Method, List<Obstacle>> ofMethods) {
    var all = new EnumMap<Method, List<Obstacle>>(Method.class);
    for (var method : Method.values()) {
      var obstacles = new ArrayList<>(always);
      if (!isUnstoppable(state, method)) {
        obstacles.addAll(ofPods);
      }
      obstacles.addAll(ofMethods.getOrDefault(method, List.of()));
      all.put(method, List.copyOf(obstacles));
    }
    return all;
  }

  private static Set<Method> free(Map<Method, List<Obstacle>> plain) {
    var free = EnumSet.noneOf(Method.class);
    for (var method : Method.values()) {
      if (plain.getOrDefault(method, List.of()).isEmpty()) {
        free.add(method);
      }
    }
    return free.isEmpty() ? Set.of() : free;
  }

  private static Optional<InstanceType> type(PoolTypes types, String name) {
    return Optional.ofNullable(types.byName().get(name));
  }

  private static List<Obstacle> ofNode(StateNode state) {
    var obstacles = new ArrayList<Obstacle>();
    if (!state.isManaged()) {
      obstacles.add(new NodeObstacle.Unmanaged());
      return obstacles;
    }
    if (state.node().isEmpty()) {
      obstacles.add(new NodeObstacle.NoNode());
    } else if (!state.isInitialized()) {
      obstacles.add(new NodeObstacle.NotInitialized());
    }
    if (state.isLeaving()) {
      obstacles.add(new NodeObstacle.Leaving());
    }
    // Exactly "true": durations count from a pod's start, and a node has none.
    if (state.node().map(n -> n.meta().annotation(DO_NOT_DISRUPT).equals("true")).orElse(false)) {
      obstacles.add(new NodeObstacle.NodeProtected());
    }
    return obstacles;
  }

  private static List<Obstacle> ofPool(String pool, PoolTypes types, Surroundings around) {
    if (pool.isEmpty()) {
      return List.of(new KnowledgeObstacle.NoPool());
    }
    if (!around.pools().containsKey(pool)) {
      return List.of(new KnowledgeObstacle.PoolUnknown(pool));
    }
    return types.byName().isEmpty()
        ? List.of(new KnowledgeObstacle.TypesUnknown(pool, types.unknown()))
        : List.of();
  }

  private static List<Obstacle> ofPods(List<PodFacts> pods, Surroundings around) {
    var obstacles = new ArrayList<Obstacle>();
    for (var pod : pods) {
      if (pod.isActive() && PodPredicates.isProtected(pod, around.now())) {
        obstacles.add(new PodObstacle.PodProtected(pod.fullName()));
      }
      around
          .budgets()
          .blocking(pod, around.now())
          .ifPresent(
              block ->
                  obstacles.add(
                      switch (block) {
                        case PodBudgets.Block.SeveralBudgets(var budgets) ->
                            new PodObstacle.SeveralPdbs(pod.fullName(), budgets);
                        case PodBudgets.Block.Spent(var budget) ->
                            new PodObstacle.PdbSpent(pod.fullName(), budget);
                      }));
    }
    undrainable(pods, around, obstacles);
    return obstacles;
  }

  /// A budget that will never let a pod go is told as such, not as one that is spent at the moment.
  /// Looked for only where it may be found: most nodes have neither a blocked pod nor one with a
  /// budget that nobody makes anew.
  private static void undrainable(
      List<PodFacts> pods, Surroundings around, List<Obstacle> obstacles) {
    if (obstacles.isEmpty()
        && pods.stream().noneMatch(pod -> isBudgetedButNotReplaced(pod, around))) {
      return;
    }
    var drainability = Drainability.of(pods, around.budgets(), InFlight.NONE, around.now());
    if (drainability instanceof Drainability.Blocked(var blocks)) {
      for (var block : blocks) {
        switch (block) {
          case DrainBlock.Impossible(_, var pdb, _) -> {
            obstacles.removeIf(
                o -> o instanceof PodObstacle.PdbSpent(_, var spent) && spent.equals(pdb));
            obstacles.add(block.obstacle());
          }
          case DrainBlock.DoesNotReturn _ -> obstacles.add(block.obstacle());
          // Told above.
          case DrainBlock.SeveralBudgets _, DrainBlock.InUse _ -> {}
        }
      }
    }
  }

  private static boolean isBudgetedButNotReplaced(PodFacts pod, Surroundings around) {
    return pod.owners().isEmpty() && !around.budgets().covering(pod).isEmpty();
  }

  private static Optional<Instant> until(StateNode state, List<PodFacts> pods, Instant now) {
    var isProtected = protectedUntil(pods, now);
    var isNew = state.claim().flatMap(Successor::until).filter(now::isBefore);
    return isProtected.filter(end -> isNew.filter(end::isAfter).isEmpty()).or(() -> isNew);
  }

  private static Optional<Instant> protectedUntil(List<PodFacts> pods, Instant now) {
    Instant first = null;
    for (var pod : pods) {
      if (pod.doNotDisrupt().isPresent()
          && Protection.of(pod, now) instanceof Protection.Until(var end)
          && (first == null || end.isBefore(first))) {
        first = end;
      }
    }
    return Optional.ofNullable(first);
  }

  /// Everything that stands in the method's way; nothing where the node is the method's to take.
  public static List<Obstacle> obstacles(Assessment assessed, Method method, Standing standing) {
    var name = assessed.name();
    if (!standing.hasWordOf(name)) {
      return assessed.plain().getOrDefault(method, List.of());
    }
    var obstacles = new ArrayList<Obstacle>();
    if (standing.busy().contains(name)) {
      obstacles.add(new NodeObstacle.InCommand());
    }
    var parked = standing.parked().get(name);
    if (parked != null) {
      obstacles.add(new NodeObstacle.Parked(parked));
    }
    if (standing.marked().contains(name) && !assessed.state().isLeaving()) {
      obstacles.add(new NodeObstacle.Leaving());
    }
    obstacles.addAll(assessed.always());
    standing.promisedUntil(name).map(NodeObstacle.Nominated::new).ifPresent(obstacles::add);
    if (!isUnstoppable(assessed.state(), method)) {
      obstacles.addAll(assessed.ofPods());
    }
    obstacles.addAll(ofMethod(assessed, method, standing));
    return obstacles;
  }

  private static List<Obstacle> ofMethod(Assessment assessed, Method method, Standing standing) {
    int bufferPods = standing.bufferPods().getOrDefault(assessed.name(), 0);
    return bufferPods > 0 && assessed.candidate().isPresent()
        ? ofMethod(assessed.candidate().get(), method, bufferPods)
        : assessed.ofMethods().getOrDefault(method, List.of());
  }

  /// What protects its pods delays the drain, and the grace period bounds the delay.
  private static boolean isUnstoppable(StateNode state, Method method) {
    return method.isEventual()
        && state.claim().flatMap(ClaimFacts::terminationGracePeriod).isPresent();
  }

  private static List<Obstacle> ofMethod(Candidate candidate, Method method, int bufferPods) {
    return switch (method) {
      case EMPTINESS -> Emptiness.obstacles(candidate, bufferPods);
      case STATIC_DRIFT -> drift(candidate, candidate.pool().isStatic());
      case DRIFT -> drift(candidate, !candidate.pool().isStatic());
      case MULTI_NODE, SINGLE_NODE -> Consolidation.obstacles(candidate);
    };
  }

  private static List<Obstacle> drift(Candidate candidate, boolean isForMethod) {
    return isForMethod && candidate.claim().is(ClaimFacts.DRIFTED)
        ? List.of()
        : List.of(new PolicyObstacle.NotDrifted());
  }
}
