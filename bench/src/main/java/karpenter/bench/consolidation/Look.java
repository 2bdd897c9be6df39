package karpenter.bench.consolidation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Allowances;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Balanced;
import karpenter.core.disruption.Budgets;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Candidates;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Consolidation;
import karpenter.core.disruption.Emptiness;
import karpenter.core.disruption.Market;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.SingleNodeSearch;
import karpenter.core.disruption.Standing;
import karpenter.core.disruption.Surroundings;
import karpenter.core.disruption.Weigher;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.disruption.Worth;
import karpenter.operator.disruption.Assessments;
import karpenter.operator.disruption.Consolidator;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.state.ClusterSnapshot;

/// One look at a cluster, as the disruption loop takes it: who may go, what each node alone would
/// bring, which nodes together, and what stands in the way of the others.
final class Look {
  static final Instant NOW = Instant.parse("2026-02-01T00:00:00Z");

  private final List<Assessment> nodes;
  private final Surroundings around;
  private final Instant now;
  private final Standing standing;
  private final ClusterSnapshot snapshot;
  private final Foresight foresight;
  private final Consolidator consolidator;
  private final SortedMap<String, List<Obstacle>> obstacles = new TreeMap<>();

  private final boolean spotToSpot;

  /// @param assessments what is known of nodes from looks before
  /// @param foresight likewise of the cluster
  Look(ClusterSnapshot snapshot, Assessments assessments, Foresight foresight, boolean spotToSpot) {
    this(
        snapshot,
        assessments,
        foresight,
        new Consolidator(InstantSource.system(), spotToSpot),
        spotToSpot);
  }

  /// @param consolidator likewise of moves
  /// @param spotToSpot whether spot nodes may be replaced by spot nodes
  Look(
      ClusterSnapshot snapshot,
      Assessments assessments,
      Foresight foresight,
      Consolidator consolidator,
      boolean spotToSpot) {
    this(snapshot, assessments, foresight, consolidator, spotToSpot, NOW);
  }

  Look(
      ClusterSnapshot snapshot,
      Assessments assessments,
      Foresight foresight,
      Consolidator consolidator,
      boolean spotToSpot,
      Instant now) {
    this.now = now;
    this.standing =
        new Standing(
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            now);
    this.spotToSpot = spotToSpot;
    this.snapshot = snapshot;
    this.consolidator = consolidator;
    this.foresight = foresight;
    this.around = assessments.surroundings(snapshot, now);
    this.nodes = assessments.of(foresight.nodes(snapshot), around);
  }

  List<Candidate> eligible(Method method) {
    List<Candidate> eligible = new ArrayList<>();
    for (var node : nodes) {
      var inTheWay = Candidates.obstacles(node, method, standing);
      if (inTheWay.isEmpty() && node.candidate().isPresent()) {
        eligible.add(node.candidate().get());
      } else {
        obstacles.put(node.name(), inTheWay);
      }
    }
    return eligible;
  }

  private Allowances allowances(Reason reason) {
    var counts = Budgets.counts(nodes, _ -> false);
    var shares = new TreeMap<String, Allowances.Share>();
    around
        .pools()
        .forEach(
            (name, pool) -> {
              var count = counts.getOrDefault(name, Budgets.Count.NONE);
              shares.put(
                  name,
                  new Allowances.Share(
                      Budgets.allowed(pool, reason, count.total(), now), count.disrupting()));
            });
    return new Allowances(reason, shares);
  }

  private Consolidator.Found consolidation() {
    var eligible = eligible(Method.SINGLE_NODE);
    return consolidator.look(
        new Consolidator.Scene(
            foresight.at(snapshot, Foresight.Spoken.NONE, now),
            around,
            nodes,
            eligible,
            allowances(Reason.UNDERUTILIZED),
            Worth.ofEvictions(0)));
  }

  /// What every node alone would bring.
  Map<String, Weighed> verdicts() {
    var weigher =
        new Weigher(
            foresight.at(snapshot, Foresight.Spoken.NONE, now),
            new Consolidation(new Market(around.types()), spotToSpot),
            Balanced.of(nodes),
            0);
    var search =
        new SingleNodeSearch(
            weigher, allowances(Reason.UNDERUTILIZED), eligible(Method.SINGLE_NODE), 0);
    while (search.step()) {}
    return search.found();
  }

  /// What should be done, after everything was looked at.
  Optional<Command> command() {
    var empty = eligible(Method.EMPTINESS);
    if (!empty.isEmpty()) {
      var chosen = Emptiness.choose(empty, allowances(Reason.EMPTY)).chosen();
      return Optional.of(
          new Command(
              "",
              Method.EMPTINESS,
              chosen,
              List.of(),
              Optional.empty(),
              Consolidation.price(chosen)));
    }
    obstacles.clear();
    var found = consolidation();
    found
        .weighed()
        .forEach(
            (name, weighed) -> {
              if (weighed instanceof Weighed.Bad(var why, var _, var _)) {
                obstacles.put(name, List.of(why));
              }
            });
    return found.best().map(plan -> plan.command(""));
  }

  /// Sentences, as they are told; so that their cost is counted.
  int reasons() {
    return obstacles.values().stream()
        .flatMap(List::stream)
        .mapToInt(obstacle -> obstacle.sentence().length())
        .sum();
  }

  /// What stands in the way of nodes, by claim name.
  SortedMap<String, List<Obstacle>> obstacles() {
    return Collections.unmodifiableSortedMap(obstacles);
  }

  /// How many nodes stand behind each kind of obstacle, the first of each node counted.
  SortedMap<String, Integer> kinds() {
    var kinds = new TreeMap<String, Integer>();
    obstacles.values().forEach(all -> kinds.merge(all.getFirst().kind(), 1, Integer::sum));
    return kinds;
  }

  int size() {
    return nodes.size();
  }
}
