package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Move;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Plan;
import karpenter.core.disruption.PolicyObstacle;
import karpenter.core.disruption.Verdict;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.provisioning.Recall;

/// What was last found out about every node. Written by the loop, read by whoever wants to know.
public final class Verdicts {
  /// The kind of a node that nothing keeps: it goes, or will with the next move.
  public static final String FREE = "none";

  private volatile List<Told> known = List.of();

  /// As [#kinds].
  private volatile SortedMap<String, Integer> counts = Collections.emptySortedMap();

  /// @param holds whether it is the same for as long as the assessment is, and nothing more is to
  ///   be said of the node
  private record Told(Assessment node, Method method, Verdict verdict, String kind, boolean holds) {
    String name() {
      return verdict.claim();
    }
  }

  /// A verdict that is not what it was.
  ///
  /// @param before empty: nothing was known of the node
  record News(Assessment node, Optional<Verdict> before, Verdict now) {}

  /// By claim name. Put in order by who asks: passes are many, and questions few.
  public SortedMap<String, Verdict> all() {
    var all = new TreeMap<String, Verdict>();
    known.forEach(told -> all.put(told.name(), told.verdict()));
    return Collections.unmodifiableSortedMap(all);
  }

  /// How many nodes stand behind each kind of obstacle, the first of each node counted.
  public SortedMap<String, Integer> kinds() {
    return counts;
  }

  private static SortedMap<String, Integer> count(List<Told> all) {
    var kinds = new TreeMap<String, Integer>();
    all.forEach(told -> kinds.merge(told.kind(), 1, Integer::sum));
    return Collections.unmodifiableSortedMap(kinds);
  }

  private static String kind(Verdict verdict) {
    var kinds = kinds(verdict);
    return kinds.isEmpty() ? FREE : kinds.getFirst();
  }

  /// Writes down what a pass found.
  ///
  /// @param weighed what single nodes would bring, by claim name
  /// @param drifting what stood in the way of drifted nodes, by claim name
  /// @return those that are different from before
  List<News> update(Sight sight, Map<String, Weighed> weighed, Map<String, Obstacle> drifting) {
    var nodes = sight.nodes();
    var next = new ArrayList<Told>(nodes.size());
    var changed = new ArrayList<News>();
    var recall = new Recall<>(known, Told::name);
    for (int i = 0; i < nodes.size(); i++) {
      var node = nodes.get(i);
      var before = recall.find(i, node.name());
      var same = before != null && isSame(before.node(), node) ? before : null;
      var method = same == null ? method(node) : same.method();
      boolean holds =
          sight.isAsAssessed(node, method)
              && !weighed.containsKey(node.name())
              && !drifting.containsKey(node.name());
      if (same != null && holds && same.holds()) {
        next.add(same);
        continue;
      }
      var verdict = of(node, method, sight, weighed, drifting);
      if (before != null && isSame(before.verdict(), verdict)) {
        verdict = verdict.since(before.verdict().since());
      } else {
        changed.add(new News(node, Optional.ofNullable(before).map(Told::verdict), verdict));
      }
      next.add(new Told(node, method, verdict, kind(verdict), holds));
    }
    // What is not news is of the same kind as before; but some may be gone.
    if (!changed.isEmpty() || next.size() != known.size()) {
      counts = count(next);
    }
    known = next;
    return changed;
  }

  @SuppressWarnings("ReferenceEquality") // an assessment is kept for as long as it holds
  private static boolean isSame(Assessment one, Assessment other) {
    return one == other;
  }

  /// Amounts and times move all the time; what stands in the way is what a verdict is about.
  private static boolean isSame(Verdict one, Verdict other) {
    return one.best().isPresent() == other.best().isPresent()
        && (one.obstacles().equals(other.obstacles()) || kinds(one).equals(kinds(other)));
  }

  /// That pods have just come or gone is said of a busy node again and again. Where more stands in
  /// the way it is no news, and not what the node is counted under.
  private static List<String> kinds(Verdict verdict) {
    var kinds = new ArrayList<String>(verdict.obstacles().size());
    var passing = new ArrayList<String>(1);
    for (var obstacle : verdict.obstacles()) {
      var into = obstacle instanceof PolicyObstacle.NotQuiet ? passing : kinds;
      if (!into.contains(obstacle.kind())) {
        into.add(obstacle.kind());
      }
    }
    return kinds.isEmpty() ? passing : kinds;
  }

  private static Verdict of(
      Assessment node,
      Method method,
      Sight sight,
      Map<String, Weighed> weighed,
      Map<String, Obstacle> drifting) {
    var obstacles = sight.obstacles(node, method);
    Optional<Move> best = Optional.empty();
    if (node.candidate().isPresent()) {
      best = best(node.candidate().get(), method, weighed);
      var more = new ArrayList<Obstacle>(0);
      if (weighed.get(node.name()) instanceof Weighed.Bad(var why, var _, var _)) {
        more.add(why);
      }
      var drift = drifting.get(node.name());
      if (drift != null) {
        more.add(drift);
      }
      if (obstacles.isEmpty() && more.isEmpty()) {
        var allowances = sight.allowances(method.reason());
        if (allowances.remaining(node.pool()) == 0) {
          more.add(allowances.spent(node.pool()));
        }
      }
      if (!more.isEmpty()) {
        more.addAll(0, obstacles);
        obstacles = more;
      }
    }
    return new Verdict(
        node.name(),
        node.state().node().map(NodeFacts::name).orElse(""),
        node.pool(),
        best,
        obstacles,
        sight.now());
  }

  /// The one that would take it: what drifted goes as such, what is empty goes as such, and the
  /// rest is for consolidation.
  private static Method method(Assessment node) {
    boolean isDrifted =
        node.state().claim().map(claim -> claim.is(ClaimFacts.DRIFTED)).orElse(false);
    boolean isStatic = node.candidate().map(c -> c.pool().isStatic()).orElse(false);
    boolean isEmpty = node.candidate().map(Candidate::isEmpty).orElse(false);
    if (isStatic) {
      return Method.STATIC_DRIFT;
    }
    if (isEmpty) {
      return Method.EMPTINESS;
    }
    return isDrifted ? Method.DRIFT : Method.SINGLE_NODE;
  }

  private static Optional<Move> best(
      Candidate candidate, Method method, Map<String, Weighed> weighed) {
    if (method == Method.EMPTINESS) {
      return Optional.of(
          new Move(
              method,
              List.of(candidate.name()),
              List.of(),
              candidate.cost(),
              candidate.nodeCost(),
              0));
    }
    return Optional.ofNullable(weighed.get(candidate.name()))
        .flatMap(
            found ->
                switch (found) {
                  case Weighed.Good(var plan, var _) -> Optional.of(plan);
                  case Weighed.Bad(var _, var plan, var _) -> plan;
                })
        .map(Plan::move);
  }

  /// For the metric that counts them.
  Map<List<String>, Double> series() {
    var series = new HashMap<List<String>, Double>();
    counts.forEach((kind, count) -> series.put(List.of(kind), (double) count));
    return series;
  }

  /// When the oldest of them was found, for tests.
  Optional<Instant> oldest() {
    return known.stream().map(told -> told.verdict().since()).min(Instant::compareTo);
  }
}
