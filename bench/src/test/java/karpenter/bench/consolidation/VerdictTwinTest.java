package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.bench.workload.BuiltIn;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Sources;
import karpenter.bench.workload.StandInCatalogue;
import karpenter.bench.workload.Workload;
import karpenter.core.disruption.Finding;
import karpenter.core.disruption.MoveObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.SlowWhatIf;
import karpenter.core.testkit.cases.PlacementText;
import karpenter.core.testkit.twin.SlowTwin.Moved;
import karpenter.core.wire.SchedulingInputs;
import karpenter.core.wire.WorkloadTrees;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.disruption.Assessments;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the controller finds out about a node of a frozen cluster is what anyone finds who removes
/// the node from the manifests, places its pods from scratch by the slow twin, and looks up prices.
///
/// `-Dkarpenter.verdicts=200` asks about so many nodes of each published cluster (consolidation-100
/// and -500), as it is and crowded, which takes upstream's catalogue and some minutes.
@SuppressWarnings("NullAway.Init")
class VerdictTwinTest {
  /// The slow rule compares prices.
  private static final Settings PRICES_ALONE = Settings.DEFAULT.withNodeCost(0);

  private static final String FULL = "karpenter.verdicts";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"1, 1, 40, 10", "2, 20, 60, 20", "3, 20, 40, 40", "4, 1, 15, 15"})
  void verdicts_on_small_clusters_are_those_of_the_slow_twin(
      long seed, int pools, int nodes, int asked) throws IOException {
    var cluster = StandInCatalogue.cluster(directory, seed, nodes, pools);

    new Comparison(cluster, false).of(asked, seed);
    new Comparison(Crowding.of(cluster, seed), false).of(asked, seed);
    new Comparison(Crowding.of(cluster, seed), true).of(asked, seed);
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(named = FULL, matches = "\\d+")
  @ValueSource(
      strings = {
        "consolidation-100-pools-1",
        "consolidation-100-pools-20",
        "consolidation-500-pools-1",
        "consolidation-500-pools-20"
      })
  void verdicts_on_published_clusters_are_those_of_the_slow_twin(String name) throws IOException {
    var sources = Sources.from(System.getenv(), Path.of(".."));
    var cluster = BuiltIn.generate(name, BuiltIn.DEFAULT_SEED, sources);
    int asked = Integer.getInteger(FULL, 0);

    new Comparison(cluster, false).of(asked, 1);
    new Comparison(Crowding.of(cluster, 1), true).of(asked, 1);
  }

  /// Else agreement would say little.
  @Test
  void small_clusters_have_verdicts_of_every_sort() throws IOException {
    var cluster = Crowding.of(StandInCatalogue.cluster(directory, 5, 60, 20), 5);
    var seen = new TreeSet<String>();

    seen.addAll(new Comparison(cluster, false).of(60, 5).keySet());
    seen.addAll(new Comparison(cluster, true).of(60, 5).keySet());

    assertThat(seen)
        .contains(
            "pdb",
            "delete",
            "replace",
            "pods-without-place",
            "several-replacements",
            "nothing-cheaper",
            "spot-to-spot-off",
            "too-few-spot-types");
  }

  private static final class Comparison {
    private final Workload workload;
    private final SchedulingProblem problem;
    private final SlowWhatIf slow;
    private final PriceRule rule;
    private final Look look;
    private final Map<String, Weighed> found;
    private final List<String> disagreements = new ArrayList<>();
    private final Map<String, Integer> kinds = new TreeMap<>();

    Comparison(Workload workload, boolean spotToSpot) {
      this.workload = workload;
      this.problem = problem(workload);
      Map<String, List<Pod>> movable = new HashMap<>();
      problem
          .bound()
          .forEach(
              one -> movable.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.pod()));
      this.slow = new SlowWhatIf(problem, movable, Set.of());
      var provider = new FrozenProvider(workload.part(Part.INSTANCE_TYPES), workload.options());
      this.rule = new PriceRule(provider.catalogue(), spotToSpot);
      var types = new TypeSource(provider);
      this.look =
          new Look(
              new FrozenCluster(workload, provider).snapshot(),
              new Assessments(types, provider, PRICES_ALONE),
              new Foresight(PRICES_ALONE, provider, types, new VirtualPods()),
              spotToSpot);
      this.found = look.verdicts();
    }

    /// How many verdicts there were of each sort.
    Map<String, Integer> of(int count, long seed) {
      var nodes = new ArrayList<>(workload.part(Part.NODES));
      Collections.shuffle(nodes, new Random(seed));
      for (var node : nodes.subList(0, Math.min(count, nodes.size()))) check(node);
      System.out.println(workload.name() + ": " + kinds);
      assertThat(disagreements).as("%s, seed %d", workload.name(), seed).isEmpty();
      return kinds;
    }

    private void check(JsonNode node) {
      var name = node.at("/metadata/name").asText();
      var weighed = found.get(name);
      var blocked = blockingBudget(name);
      if (weighed == null || blocked) {
        var told = look.obstacles().getOrDefault(name, List.of());
        kinds.merge(told.isEmpty() ? "?" : told.getFirst().kind(), 1, Integer::sum);
        expect(name, blocked && weighed == null, "a budget blocks it: %s, %s", blocked, told);
        return;
      }
      switch (weighed) {
        case Weighed.Good(var plan, var _) -> checkMove(node, plan.finding());
        case Weighed.Bad(var why, var _, var _) -> checkObstacle(node, why);
      }
    }

    private void checkMove(JsonNode node, Finding finding) {
      var name = node.at("/metadata/name").asText();
      var way = slow.ways(only(name)).getLast();
      double price = price(node);
      switch (finding) {
        case Finding.Delete(var placement, var saving) -> {
          kinds.merge("delete", 1, Integer::sum);
          same(name, placement, way.placement());
          expect(name, way.opened() == 0 && saving == price, "deleted for %s of %s", saving, price);
        }
        case Finding.Replace(var placement, var by, var saving) -> {
          kinds.merge("replace", 1, Integer::sum);
          same(name, placement, way.placement());
          if (way.placement().newNodes().size() != 1) return;
          var outcome = outcome(node, way.placement());
          var listed = by.types().stream().map(TypeChoice::type).toList();
          expect(name, outcome.types().equals(listed), "by %s, not %s", listed, outcome);
          expect(name, by.price() == outcome.price(), "at %s, not %s", by.price(), outcome);
          expect(name, saving == price - outcome.price(), "saves %s of %s", saving, price);
        }
        case Finding.Split _, Finding.Nothing _ -> expect(name, false, "found %s", finding);
      }
    }

    private void checkObstacle(JsonNode node, Obstacle why) {
      var name = node.at("/metadata/name").asText();
      kinds.merge(why.kind(), 1, Integer::sum);
      var ways = slow.ways(only(name));
      var way = ways.getLast();
      var told = why.sentence();
      if (why instanceof MoveObstacle.PodsWithoutPlace(var pods, var _)) {
        expect(name, !isPossible(ways.getFirst()), "%s, but there is a way", told);
        expect(
            name,
            ways.stream().anyMatch(one -> homeless(one).containsAll(pods)),
            "%s, but homeless are %s",
            told,
            ways.stream().map(Comparison::homeless).toList());
      } else if (why instanceof MoveObstacle.SeveralReplacements(var saving)) {
        expect(name, ways.stream().allMatch(one -> one.opened() > 1), "%s, but not so", told);
        var whole = slow.without(only(name));
        double least = whole.newNodes().stream().mapToDouble(Placement.NewNode::price).sum();
        expect(
            name,
            saving.isEmpty() || saving.getAsDouble() <= price(node) - least + 1e-9,
            "%s, but %s",
            told,
            price(node) - least);
      } else {
        expect(name, isPossible(way) && way.opened() == 1, "%s, but %s", told, way.placement());
        if (way.placement().newNodes().size() != 1) return;
        var outcome = outcome(node, way.placement());
        expect(name, outcome.kind().equals(why.kind()), "%s, but %s", told, outcome);
      }
    }

    private static boolean isPossible(Moved way) {
      return way.opened() <= 1 && homeless(way).isEmpty();
    }

    private static Set<String> homeless(Moved way) {
      return way.placement().unplaced().stream()
          .map(one -> one.pod().fullName())
          .collect(Collectors.toSet());
    }

    private PriceRule.Outcome outcome(JsonNode node, Placement placement) {
      return rule.replace(
          price(node), label(node, "karpenter.sh/capacity-type"), placement.newNodes().getFirst());
    }

    private double price(JsonNode node) {
      return rule.price(
          label(node, "node.kubernetes.io/instance-type"),
          label(node, "topology.kubernetes.io/zone"),
          label(node, "karpenter.sh/capacity-type"));
    }

    private static String label(JsonNode node, String key) {
      return node.at("/metadata/labels").path(key).asText();
    }

    private static SortedSet<String> only(String name) {
      return new TreeSet<>(Set.of(name));
    }

    private void same(String node, Placement ours, Placement theirs) {
      var one = PlacementText.render(ours);
      var other = PlacementText.render(theirs);
      expect(node, one.equals(other), "ours:%n%s%ntheirs:%n%s", one, other);
    }

    private void expect(String node, boolean holds, String otherwise, Object... values) {
      if (!holds) disagreements.add(node + ": " + otherwise.formatted(values));
    }

    /// Whether some pod of the node may not be evicted now, or is covered twice.
    private boolean blockingBudget(String node) {
      for (var pod : workload.part(Part.BOUND_PODS)) {
        if (!pod.at("/spec/nodeName").asText().equals(node)) continue;
        var covering =
            workload.part(Part.DISRUPTION_BUDGETS).stream()
                .filter(budget -> selects(budget, pod))
                .toList();
        if (covering.size() > 1
            || covering.stream().anyMatch(b -> b.at("/status/disruptionsAllowed").asInt() == 0)) {
          return true;
        }
      }
      return false;
    }

    private static boolean selects(JsonNode budget, JsonNode pod) {
      return budget.at("/metadata/namespace").equals(pod.at("/metadata/namespace"))
          && budget
              .at("/spec/selector/matchLabels")
              .propertyStream()
              .allMatch(
                  one -> one.getValue().equals(pod.at("/metadata/labels").path(one.getKey())));
    }

    /// Read from the manifests by themselves, not from the controller's state.
    private static SchedulingProblem problem(Workload workload) {
      var read =
          SchedulingInputs.fromTrees(
              new WorkloadTrees(
                  workload.options(),
                  workload.part(Part.PODS),
                  workload.part(Part.NODE_POOLS),
                  workload.part(Part.INSTANCE_TYPES),
                  workload.part(Part.NODES),
                  workload.part(Part.NODE_CLAIMS),
                  workload.part(Part.BOUND_PODS),
                  workload.part(Part.DAEMON_SETS),
                  workload.part(Part.NAMESPACES),
                  workload.part(Part.VOLUMES)));
      assertThat(read.problems()).isEmpty();
      return read.problem();
    }
  }
}
