package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.disruption.Allowances;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Budgets;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Candidates;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.NodeObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Standing;
import karpenter.core.disruption.Surroundings;
import karpenter.core.disruption.drain.DrainBlock;
import karpenter.core.disruption.drain.Drainability;
import karpenter.core.disruption.drain.InFlight;
import karpenter.core.facts.PodFacts;
import karpenter.core.statics.StaticCount;
import karpenter.operator.state.ClusterSnapshot;
import org.jspecify.annotations.Nullable;

/// All that one look at the cluster shows: every node, and what may be done with it.
final class Sight {
  private static final int MANY = 16;

  private final ClusterSnapshot snapshot;
  private final Surroundings around;
  private final List<Assessment> nodes;
  private final Standing standing;
  private final Attempts attempts;
  private final Restraints restraints;
  private final Map<Reason, Allowances> allowances = new HashMap<>();
  private final SortedMap<String, Budgets.Count> counts;

  /// What was found, by claim name: it is asked once for who may go, and once for what is told.
  private final Map<Method, Map<String, List<Obstacle>>> obstacles = new EnumMap<>(Method.class);

  /// Claims of which there is more to say than what was assessed.
  private final Set<String> spokenOf = new HashSet<>();

  private @Nullable InFlight inFlight;
  private @Nullable List<Assessment> free;

  Sight(
      ClusterSnapshot snapshot,
      Surroundings around,
      List<Assessment> nodes,
      SortedSet<String> busy,
      SortedMap<String, Instant> parked,
      Attempts attempts,
      Restraints restraints) {
    this.snapshot = snapshot;
    this.around = around;
    this.nodes = nodes;
    this.attempts = attempts;
    this.restraints = restraints;
    var notes = snapshot.notes();
    this.standing =
        new Standing(
            busy,
            parked,
            notes.markedForDeletion(),
            promised(snapshot, around.now()),
            notes.bufferPods(),
            around.now());
    spokenOf.addAll(busy);
    spokenOf.addAll(parked.keySet());
    spokenOf.addAll(standing.marked());
    this.counts = Budgets.counts(nodes, Set.copyOf(spokenOf)::contains);
    spokenOf.addAll(standing.nominated().keySet());
    spokenOf.addAll(standing.bufferPods().keySet());
  }

  /// Those of claims that are there, as far as they hold.
  private static SortedMap<String, Instant> promised(ClusterSnapshot snapshot, Instant now) {
    var promised = new TreeMap<String, Instant>();
    snapshot
        .notes()
        .nominated()
        .forEach(
            (name, until) -> {
              if (now.isBefore(until) && snapshot.claim(name).isPresent()) {
                promised.put(name, until);
              }
            });
    return promised;
  }

  /// Notes are kept for as long as their node. Where most promises have lapsed they only cost.
  boolean areMostPromisesLapsed() {
    return snapshot.notes().nominated().size() > MANY + 2 * standing.nominated().size();
  }

  ClusterSnapshot snapshot() {
    return snapshot;
  }

  Surroundings around() {
    return around;
  }

  List<Assessment> nodes() {
    return nodes;
  }

  Standing standing() {
    return standing;
  }

  Instant now() {
    return around.now();
  }

  Budgets.Count count(String pool) {
    return counts.getOrDefault(pool, Budgets.Count.NONE);
  }

  Allowances allowances(Reason reason) {
    return allowances.computeIfAbsent(
        reason,
        r -> {
          var shares = new TreeMap<String, Allowances.Share>();
          around
              .pools()
              .forEach(
                  (name, pool) -> {
                    var count = count(name);
                    int allowed = Budgets.allowed(pool, r, count.total(), now());
                    var left = restraints.left(pool, r, snapshot, now());
                    if (left.isPresent()) {
                      allowed = Math.min(allowed, count.disrupting() + left.getAsInt());
                    }
                    shares.put(name, new Allowances.Share(allowed, count.disrupting()));
                  });
          return new Allowances(r, shares, restraints.left(snapshot, now()));
        });
  }

  /// Whether what was assessed is all that is to be said of the node, and enough to keep it from
  /// the method. So it was, then, whenever this was so of the same assessment.
  boolean isAsAssessed(Assessment node, Method method) {
    return !node.free().contains(method)
        && !spokenOf.contains(node.name())
        && !attempts.concern(node);
  }

  /// Everything that stands in the method's way with this node.
  List<Obstacle> obstacles(Assessment node, Method method) {
    var known = obstacles.computeIfAbsent(method, _ -> new HashMap<>());
    var found = known.get(node.name());
    if (found == null) {
      found = find(node, method);
      known.put(node.name(), found);
    }
    return found;
  }

  private List<Obstacle> find(Assessment node, Method method) {
    var known = Candidates.obstacles(node, method, standing);
    if (node.candidate().isEmpty()) {
      return known;
    }
    var candidate = node.candidate().get();
    var attempt = attempts.obstacle(candidate, method, now());
    if (!known.isEmpty() && attempt.isEmpty()) {
      return known;
    }
    var obstacles = new ArrayList<>(known);
    attempt.ifPresent(obstacles::add);
    // Nobody needs to know what a control says of a node that stays anyway.
    if (obstacles.isEmpty()) {
      obstacles.addAll(restraints.of(candidate, method, snapshot, now()));
      obstacles.addAll(undrainable(candidate, method));
    }
    return obstacles;
  }

  /// What pods of nodes that leave already need of their budgets cannot be had by others. A node
  /// that must go some day may begin and wait.
  private List<Obstacle> undrainable(Candidate candidate, Method method) {
    if (method.isEventual() || inFlight().isEmpty()) {
      return List.of();
    }
    return switch (Drainability.of(candidate.pods(), around.budgets(), inFlight(), now())) {
      case Drainability.Drainable _ -> List.of();
      case Drainability.Blocked(var blocks) -> blocks.stream().map(DrainBlock::obstacle).toList();
    };
  }

  private InFlight inFlight() {
    if (inFlight == null) {
      var pods = new ArrayList<PodFacts>();
      for (var node : nodes) {
        if (node.state().isLeaving() || standing.goes(node.name())) {
          node.state().node().ifPresent(n -> pods.addAll(snapshot.podsOn(n.name())));
        }
      }
      inFlight = InFlight.of(pods, around.budgets(), now());
    }
    return inFlight;
  }

  /// Those that some method could take; mostly few.
  private List<Assessment> free() {
    var known = free;
    if (known == null) {
      known = new ArrayList<>();
      for (var node : nodes) {
        if (!node.free().isEmpty()) {
          known.add(node);
        }
      }
      free = known;
    }
    return known;
  }

  /// The method's to take, as far as budgets allow.
  List<Candidate> eligible(Method method) {
    var eligible = new ArrayList<Candidate>();
    for (var node : free()) {
      if (node.free().contains(method) && obstacles(node, method).isEmpty()) {
        eligible.add(node.candidate().orElseThrow());
      }
    }
    return eligible;
  }

  /// Those of the claims that are the method's to take still. That a node is promised to pods is
  /// left for others to see.
  SortedMap<String, Candidate> still(SortedSet<String> claims, Method method) {
    var candidates = new TreeMap<String, Candidate>();
    for (var node : nodes) {
      if (claims.contains(node.name())
          && node.candidate().isPresent()
          && obstacles(node, method).stream().allMatch(o -> o instanceof NodeObstacle.Nominated)) {
        candidates.put(node.name(), node.candidate().get());
      }
    }
    return candidates;
  }

  SortedMap<String, StaticCount> staticCounts() {
    var sums = new TreeMap<String, StaticCount>();
    around
        .pools()
        .forEach(
            (name, pool) -> {
              if (pool.isStatic()) {
                sums.put(name, StaticCount.of(snapshot.claimsOfPool(name), standing.marked()));
              }
            });
    return sums;
  }

  /// When an answer about a node or a pool may be another although nothing changes.
  Optional<Instant> nextMoment() {
    Instant first = Instant.MAX;
    for (var node : nodes) {
      first = sooner(first, node.until().orElse(null));
    }
    for (var promised : standing.nominated().values()) {
      first = sooner(first, promised);
    }
    for (var pool : around.pools().values()) {
      first = sooner(first, Budgets.nextEdge(pool, now()).orElse(null));
    }
    return first.equals(Instant.MAX) ? Optional.empty() : Optional.of(first);
  }

  /// What has been is none.
  private Instant sooner(Instant first, @Nullable Instant other) {
    return other != null && other.isAfter(now()) && other.isBefore(first) ? other : first;
  }

  /// Pools in the order of their names.
  SortedSet<String> pools() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(around.pools().keySet()));
  }
}
