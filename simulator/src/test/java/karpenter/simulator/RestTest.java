package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.api.Json;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.api.Test;

/// A cluster at rest stays at rest: clusters that waste a fifth or more are left alone for a day,
/// in which nothing happens but prices that move by up to a twentieth up and down, for twenty
/// hours. They become cheaper, no node that replaced another is replaced in its turn, and within an
/// hour after the last price has moved they have come to rest.
///
/// `-Dkarpenter.rest=1000` plays more of them, `-Dkarpenter.rest.first=S` from that seed on,
/// `-Dkarpenter.rest.threads=2` on several threads, `-Dkarpenter.rest.seed=S` one alone. The same
/// with `rest72` for three days in which prices move by 8 %.
class RestTest {
  private static final Spell DAY =
      new Spell(Seeds.of("rest", 5), Duration.ofHours(24), Duration.ofHours(20), 0.05, 1);

  /// A node that consolidation bought may be judged like any other after a day, so a line of nodes
  /// can be replaced once a day: at most three times.
  private static final Spell THREE_DAYS =
      new Spell(Seeds.of("rest72", 2), Duration.ofHours(72), Duration.ofHours(68), 0.08, 3);

  private static final Duration SETTLING = Duration.ofHours(1);
  private static final double MOST_USED = 0.8;
  private static final ObjectKey POOL = ObjectKey.cluster("pool");

  private final Prices prices = new Prices(KwokCatalogue.standard().types());
  private final TreeMap<String, Integer> seen = new TreeMap<>();
  private double before;
  private double after;

  /// How long a cluster is left alone.
  ///
  /// @param moving for how long prices move, from the beginning
  /// @param noise by what share they move up and down
  /// @param most how often a node and those that replaced it may be replaced
  private record Spell(Seeds seeds, Duration all, Duration moving, double noise, int most) {}

  @Test
  void nobody_who_replaced_another_is_replaced_because_prices_move() throws Exception {
    play(DAY);
  }

  @Test
  void nobody_is_replaced_to_and_fro_in_three_days_of_prices_that_move_more() throws Exception {
    play(THREE_DAYS);
  }

  private void play(Spell spell) throws Exception {
    var failures = spell.seeds().play(seed -> play(seed, spell));

    System.out.printf(
        "%s, %d clusters: %s; they cost %.2f an hour, and %.2f in the end%n",
        spell.seeds().name(), spell.seeds().all().size(), seen, before, after);
    assertThat(failures).isEmpty();
    assertThat(after).isLessThan(before);
  }

  private List<String> play(int seed, Spell spell) throws Exception {
    var random = new SplittableRandom(seed);
    try (var played = Stage.CLOUD.open(Circumstances.calm(seed))) {
      var cluster = played.cluster();
      open(cluster, random);
      var begin = cluster.now();
      double cost = cost(cluster);
      var lineage = new Lineage(cluster);
      patch(
          cluster,
          Resource.NODE_POOLS,
          POOL,
          "{spec: {disruption: {consolidationPolicy: %s, consolidateAfter: %s, budgets: [{nodes: '%s'}]}}}"
              .formatted(
                  one(random, List.of("WhenEmptyOrUnderutilized", "Balanced")),
                  one(random, List.of("0s", "30s", "10m")),
                  one(random, List.of("10%", "30%", "100%"))));
      var gap = Duration.ofMinutes(one(random, List.of(15, 30, 60)));
      while (cluster.now().isBefore(begin.plus(spell.moving()))) {
        var noise = random.split();
        played
            .cloud()
            .reprice((_, o) -> o.price() * (1 + spell.noise() * (2 * noise.nextDouble() - 1)));
        cluster.pass(gap);
      }
      cluster.pass(Duration.between(cluster.now(), begin.plus(spell.all())));
      sum(cost, cost(cluster), lineage);
      var wrong = new ArrayList<String>();
      if (spell.most() == 1) {
        lineage.replacedTwice().forEach(twice -> wrong.add("replaced twice: " + twice));
      }
      lineage.backAndForth().forEach(back -> wrong.add("replaced to and fro: " + back));
      lineage.byDepth().keySet().stream()
          .filter(depth -> depth > spell.most())
          .forEach(depth -> wrong.add("replaced %d times in a line".formatted(depth)));
      var restsFrom = begin.plus(spell.moving()).plus(SETTLING).plus(gap);
      if (lineage.last().isAfter(restsFrom)) {
        wrong.add("not at rest: the last move began at " + lineage.last());
      }
      if (lineage.last().isAfter(begin.plus(spell.all().dividedBy(2)))) {
        count("still busy after half the time");
      }
      if (spell.seeds().isOneAlone()) {
        cluster.history().lines().stream()
            .filter(line -> !line.contains("events"))
            .forEach(System.out::println);
      }
      return wrong;
    }
  }

  /// Pods run, then many of them go, and a fifth or more of what is paid for is not used.
  private static void open(SimulatedCluster cluster, SplittableRandom random)
      throws Unreachable, InterruptedException {
    create(
        cluster,
        new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false),
        "{apiVersion: karpenter.kwok.sh/v1alpha1, kind: KWOKNodeClass, metadata: {name: default},"
            + " spec: {}}");
    create(
        cluster,
        Resource.NODE_POOLS,
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: pool}
        spec:
          disruption: {consolidateAfter: Never}
          template:
            spec:
              expireAfter: Never
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements:
                - {key: karpenter.sh/capacity-type, operator: In, values: [%s]}
                - {key: kubernetes.io/os, operator: In, values: [linux]}
                - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: [%s]}
        """
            .formatted(
                one(random, List.of("on-demand", "spot", "spot", "spot, on-demand")),
                one(random, List.of("'2', '4', '8'", "'1', '2', '4', '8', '16'", "'4', '8'"))));
    int apps = 2 + random.nextInt(4);
    for (int i = 0; i < apps; i++) {
      create(
          cluster,
          Resource.DEPLOYMENTS,
          """
          apiVersion: apps/v1
          kind: Deployment
          metadata: {name: app-%1$d, namespace: default}
          spec:
            replicas: %2$d
            selector: {matchLabels: {app: app-%1$d}}
            template:
              metadata: {labels: {app: app-%1$d}}
              spec:
                terminationGracePeriodSeconds: 0
                containers:
                  - {name: main, image: none, resources: {requests: {cpu: %3$s, memory: %4$s}}}
          """
              .formatted(
                  i,
                  3 + random.nextInt(8),
                  one(random, List.of("200m", "500m", "900m", "1500m", "2500m")),
                  one(random, List.of("128Mi", "1Gi", "2Gi", "4Gi"))));
      cluster.pass(Duration.ofSeconds(random.nextInt(20)));
    }
    cluster.pass(Duration.ofMinutes(3));
    do {
      patch(
          cluster,
          Resource.DEPLOYMENTS,
          ObjectKey.of("default", "app-" + random.nextInt(apps)),
          "{spec: {replicas: %d}}".formatted(1 + random.nextInt(4)));
      cluster.pass(Duration.ofSeconds(20));
    } while (used(cluster) > MOST_USED);
  }

  private static double used(SimulatedCluster cluster) {
    double asked = 0;
    double there = 0;
    for (var pod : cluster.kube().view(Resource.PODS)) {
      asked += cores(pod.at("/spec/containers/0/resources/requests/cpu").asText());
    }
    for (var node : cluster.kube().view(Resource.NODES)) {
      there += cores(node.at("/status/allocatable/cpu").asText());
    }
    return asked / there;
  }

  private static double cores(String quantity) {
    return quantity.endsWith("m")
        ? Double.parseDouble(quantity.replace("m", "")) / 1000
        : Double.parseDouble(quantity);
  }

  private double cost(SimulatedCluster cluster) {
    return cluster.kube().view(Resource.NODES).stream().mapToDouble(prices::of).sum();
  }

  private synchronized void sum(double was, double is, Lineage lineage) {
    before += was;
    after += is;
    Map<String, Integer> methods = lineage.byMethod();
    methods.forEach((method, count) -> seen.merge(method, count, Integer::sum));
    lineage
        .byDepth()
        .forEach((depth, count) -> seen.merge("replacement " + depth, count, Integer::sum));
    if (methods.isEmpty()) {
      count("untouched");
    }
    if (!lineage.replacedTwice().isEmpty()) {
      count("with a node replaced twice");
    }
  }

  private synchronized void count(String what) {
    seen.merge(what, 1, Integer::sum);
  }

  private static <T> T one(SplittableRandom random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static void create(SimulatedCluster cluster, Resource resource, String yaml) {
    done(cluster.kube().create(resource, tree(yaml)));
  }

  private static void patch(
      SimulatedCluster cluster, Resource resource, ObjectKey key, String yaml) {
    done(cluster.kube().patch(resource, key, Patch.merge(tree(yaml))));
  }

  private static void done(Answer answer) {
    if (!(answer instanceof Answer.Done)) {
      throw new Scene.Unmet("what the user does is answered " + answer);
    }
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
