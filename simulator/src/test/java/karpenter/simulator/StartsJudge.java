package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.Blindness;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// Sees every voluntary command begin, in what the API server stores, and works out from the
/// objects alone whether it may: budgets, pauses, windows, rates, drift approval, least savings,
/// and what protects nodes and pods.
///
/// News of an edit takes its way, so what was allowed within the last few seconds counts as
/// allowed. What the operator itself began counts at once. While pools are not seen their edits
/// cannot be heard, until the operator must hold back.
final class StartsJudge implements InMemoryKube.Listener {
  static final Duration NEWS = Duration.ofSeconds(3);
  private static final Duration BLIND = Blindness.TOLERATED.plus(NEWS);
  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final Map<String, String> REASONS =
      Map.of(
          "EMPTINESS", "Empty",
          "STATIC_DRIFT", "Drifted",
          "DRIFT", "Drifted",
          "MULTI_NODE", "Underutilized",
          "SINGLE_NODE", "Underutilized");

  private final SimulatedCluster cluster;
  private final List<Picture> recent = new ArrayList<>();
  private final Set<String> begun = new HashSet<>();
  private final Set<String> marked = new HashSet<>();
  private final TreeMap<String, Integer> nodesByMethod = new TreeMap<>();
  private final List<Start> starts = new ArrayList<>();
  private final Map<String, Long> ratesSince = new HashMap<>();
  private final ProtectionJudge protection;
  private final @Nullable SavingsJudge savings;
  private final Map<String, Approval> approvals = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private long poolsLostAt = Long.MIN_VALUE;

  private record Start(long ticks, Instant at, String pool, int nodes) {}

  /// @param id of the command
  record Begun(String id, String method, String reason, Set<String> claims, Set<String> comes) {}

  StartsJudge(SimulatedCluster cluster, Prices prices) {
    this(cluster, new SavingsJudge(prices));
  }

  /// For a cluster whose prices move, so that nobody knows which a decision was made by.
  static StartsJudge withoutPrices(SimulatedCluster cluster) {
    return new StartsJudge(cluster, (SavingsJudge) null);
  }

  private StartsJudge(SimulatedCluster cluster, @Nullable SavingsJudge savings) {
    this.cluster = cluster;
    this.protection = new ProtectionJudge(cluster);
    this.savings = savings;
    look();
    cluster.kube().onChange(this);
  }

  /// From now on no change of a pool is heard.
  void poolsAreLost() {
    poolsLostAt = cluster.timeline().ticks();
  }

  /// How many nodes began to go, by the way they were found.
  Map<String, Integer> nodesByMethod() {
    return nodesByMethod;
  }

  List<String> violations() {
    return violations;
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    protection.changed(resource, object);
    if (resource.equals(Resource.NODE_CLAIMS)) {
      var id = Picture.annotation(object, "command");
      boolean isToGo = Picture.candidates(object).contains(Metas.name(object));
      if (isToGo && begun.add(id)) {
        begin(object, id);
      }
      // A mark may outlast its record for a moment, when nobody heard that it had been made.
      if (!Picture.isTrue(object, "DisruptionReason")) {
        marked.remove(Metas.uid(object));
      } else if (marked.add(Metas.uid(object)) && !begun.contains(id)) {
        wrong("%s is marked, and no command was written down".formatted(Metas.name(object)));
      }
      if (savings != null) {
        savings.changed(object, cluster.kube().view(Resource.NODE_CLAIMS), this::wrong);
      }
    }
    if (resource.equals(Resource.NODE_CLAIMS)
        || resource.equals(Resource.NODE_POOLS)
        || resource.equals(Resource.NODES)
        || resource.equals(Resource.NAMESPACES)) {
      look();
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.NODE_CLAIMS) || resource.equals(Resource.NODES)) {
      look();
    }
  }

  /// To be called before and after the clock is set.
  void look() {
    long ticks = cluster.timeline().ticks();
    var picture = Picture.of(cluster.kube(), ticks, cluster.now());
    recent.add(picture);
    boolean mayBeBlind = poolsLostAt > ticks - BLIND.toNanos();
    long heard = (mayBeBlind ? poolsLostAt : ticks) - NEWS.toNanos();
    // One from before is kept: it held until the next.
    while (recent.size() > 1 && recent.get(1).ticks() < heard) {
      recent.removeFirst();
    }
    sinceWhen("", NaiveControls.of(picture.namespace()));
    for (var pool : picture.pools()) {
      sinceWhen(Metas.name(pool), NaiveControls.of(pool));
      approvals
          .computeIfAbsent(Metas.name(pool), _ -> new Approval())
          .look(pool, picture, Metas.name(pool));
    }
  }

  private void sinceWhen(String scope, NaiveControls controls) {
    if (controls.rate().isPresent()) {
      ratesSince.putIfAbsent(scope, cluster.timeline().ticks());
    } else {
      ratesSince.remove(scope);
    }
  }

  private void begin(ObjectNode claim, String id) {
    var method = Picture.annotation(claim, "command-method");
    var command =
        new Begun(
            id,
            method,
            REASONS.getOrDefault(method, "?"),
            Picture.candidates(claim),
            Picture.names(claim, "command-replacements"));
    nodesByMethod.merge(method, command.claims().size(), Integer::sum);
    var byPool = new TreeMap<String, Set<String>>();
    var last = recent.getLast();
    for (var name : command.claims()) {
      byPool.computeIfAbsent(Picture.poolOf(last.claim(name)), _ -> new TreeSet<>()).add(name);
      node(command, name);
    }
    byPool.forEach((pool, names) -> pool(command, pool, names));
    rate("", command.claims().size(), _ -> true);
    byPool.forEach(
        (pool, names) ->
            starts.add(new Start(cluster.timeline().ticks(), cluster.now(), pool, names.size())));
    if (savings != null) {
      savings.begin(command, recent, this::wrong);
    }
  }

  private void pool(Begun command, String pool, Set<String> names) {
    budget(command, pool, names);
    held("NodePool " + pool, command, p -> NaiveControls.of(p.pool(pool)));
    held("the cluster", command, p -> NaiveControls.of(p.namespace()));
    rate(pool, names.size(), start -> start.pool().equals(pool));
    if (command.reason().equals("Drifted")) {
      var approval = approvals.computeIfAbsent(pool, _ -> new Approval());
      approval.take(unrotated(pool, names), recent, pool, cluster.timeline().ticks(), this::wrong);
    }
  }

  private void node(Begun command, String name) {
    held("node of " + name, command, p -> NaiveControls.of(p.claim(name), p.node(p.claim(name))));
    protection.begin(command, recent.getLast(), name, this::wrong);
  }

  /// The moments that count as now.
  private List<Instant> moments() {
    var moments = new ArrayList<Instant>();
    moments.add(cluster.now());
    moments.add(cluster.now().minus(NEWS));
    // A clock that was set just now: what it showed before.
    recent.stream().skip(1).forEach(picture -> moments.add(picture.now()));
    return moments;
  }

  private interface Controls {
    NaiveControls in(Picture picture);
  }

  private void held(String whom, Begun command, Controls controls) {
    List<String> holds = List.of();
    for (var picture : recent) {
      var said = controls.in(picture);
      for (var moment : moments()) {
        holds = said.holds(moment);
        if (holds.isEmpty()) {
          return;
        }
      }
    }
    wrong("%s begins although %s says %s".formatted(command, whom, holds));
  }

  private void budget(Begun command, String pool, Set<String> names) {
    var now = Picture.of(cluster.kube(), 0, cluster.now());
    int most = 0;
    Set<String> fewest = Set.of();
    for (var counts : recent) {
      var counted = counts.counted(pool);
      var going = new TreeSet<>(names);
      for (var name : counted) {
        // What the operator itself has begun it knows at once; what others delete, when it hears.
        boolean isOurs = Picture.candidates(now.claim(name)).contains(name);
        if (counts.goes(name) || isOurs) {
          going.add(name);
        }
      }
      for (var rules : recent) {
        for (var moment : moments()) {
          int allowed = allowed(rules.pool(pool), command.reason(), counted.size(), moment);
          if (going.size() <= allowed) {
            return;
          }
          most = Math.max(most, allowed);
        }
      }
      fewest = fewest.isEmpty() || going.size() < fewest.size() ? going : fewest;
    }
    wrong(
        "%s begins: of pool %s %s would go, %d may; its budgets: %s"
            .formatted(
                command,
                pool,
                fewest,
                most,
                recent.getLast().pool(pool).at("/spec/disruption/budgets")));
  }

  private static int allowed(JsonNode pool, String reason, int total, Instant now) {
    int least = UNLIMITED;
    for (var budget : pool.at("/spec/disruption/budgets")) {
      if (budget.has("schedule")
          && !NaiveTimes.isActive(
              budget.path("schedule").asText(), budget.path("duration").asText(), now)) {
        continue;
      }
      boolean isMeant = !budget.has("reasons");
      for (var one : budget.path("reasons")) {
        isMeant |= one.asText().equals(reason);
      }
      var nodes = budget.path("nodes").asText();
      if (isMeant) {
        int amount =
            nodes.endsWith("%")
                ? (Integer.parseInt(nodes.replace("%", "")) * total + 99) / 100
                : Integer.parseInt(nodes);
        least = Math.min(least, amount);
      }
    }
    return least;
  }

  private void rate(String scope, int more, Predicate<Start> counts) {
    var since = ratesSince.get(scope);
    if (since == null) {
      return;
    }
    var sentence = "";
    for (var picture : recent) {
      var rate =
          NaiveControls.of(scope.isEmpty() ? picture.namespace() : picture.pool(scope)).rate();
      if (rate.isEmpty()) {
        return;
      }
      // What begins was written down a moment before, and counts from there.
      var begin = cluster.now().minus(rate.get().length()).plusSeconds(1);
      int before =
          starts.stream()
              .filter(counts)
              .filter(s -> s.ticks() >= since && s.at().isAfter(begin))
              .filter(s -> !s.at().isAfter(cluster.now()))
              .mapToInt(Start::nodes)
              .sum();
      if (before + more <= rate.get().count()) {
        return;
      }
      sentence = "%d more begin after %d, the rate of '%s' is %s";
      sentence = sentence.formatted(more, before, scope, rate.get());
    }
    wrong(sentence);
  }

  /// Those nobody asked to be rotated: their drift may need approval.
  private int unrotated(String pool, Set<String> names) {
    int count = 0;
    for (var name : names) {
      boolean isRotated =
          recent.stream()
              .anyMatch(
                  p -> {
                    var claim = p.claim(name);
                    var created = claim.at("/metadata/creationTimestamp").asText();
                    return List.of(
                            NaiveControls.of(claim, p.node(claim)),
                            NaiveControls.of(p.pool(pool)),
                            NaiveControls.of(p.namespace()))
                        .stream()
                        .flatMap(c -> moments().stream().map(c::rotateBefore))
                        .flatMap(java.util.Optional::stream)
                        .anyMatch(before -> Instant.parse(created).isBefore(before));
                  });
      count += isRotated ? 0 : 1;
    }
    return count;
  }

  private void wrong(String sentence) {
    violations.add(cluster.now() + ": " + sentence);
  }
}
