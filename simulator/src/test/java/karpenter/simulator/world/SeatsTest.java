package karpenter.simulator.world;

import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.port.LaggingCourier;
import karpenter.simulator.runtime.Timeline;
import org.junit.jupiter.api.Test;

/// What the scheduler keeps from round to round is what it would work out anew.
class SeatsTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
  private static final int SEEDS = 60;
  private static final int CHANGES = 120;
  private static final int NODES = 5;
  private static final int PODS = 14;

  private static final List<String> SPECS =
      List.of(
          "",
          "tolerations: [{key: team, operator: Exists}]",
          "nodeSelector: {zone: a}",
          "priority: -5",
          """
          affinity:
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                - {topologyKey: zone, labelSelector: {matchLabels: {app: x}}}
          """,
          """
          affinity:
            podAffinity:
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 7
                  podAffinityTerm: {topologyKey: zone, labelSelector: {matchLabels: {app: x}}}
          """);

  @Test
  void seats_kept_are_those_made_anew_whatever_changed() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      var world = new World(seed);
      for (int i = 0; i < CHANGES; i++) {
        world.change();
        if (world.random.nextInt(3) == 0) {
          var kept = world.seats.all();
          var anew = new Seats(world.kube, new Facts());
          assertThat(shown(kept, world.seats.crowd()))
              .as("seed %d, change %d", seed, i)
              .isEqualTo(shown(anew.all(), anew.crowd()));
          world.bind();
        }
      }
    }
  }

  @Test
  void a_ranking_kept_is_the_one_made_anew_whatever_changed() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      var world = new World(seed);
      var asking = world.asking();
      for (int i = 0; i < CHANGES; i++) {
        world.change();
        var seats = world.seats.all();
        world.promise(asking);
        for (var pod : asking) {
          var anew = new Ranking(pod.spec().requests());
          assertThat(seats.stream().map(seat -> world.rankings.of(pod.spec()).of(pod, seat)))
              .as("seed %d, change %d, %s", seed, i, pod.name())
              .containsExactlyElementsOf(seats.stream().map(s -> anew.of(pod, s)).toList());
        }
      }
    }
  }

  @Test
  void where_own_marks_decide_all_marks_together_decide_the_same() {
    int decided = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      var world = new World(seed);
      var asking = world.asking();
      for (int i = 0; i < CHANGES; i++) {
        world.change();
        var seats = world.seats.all();
        var topology = new Topology(seats, world.seats.crowd(), Map::of);
        for (var pod : asking) {
          if (topology.asksNothing(pod) && Scores.areOwnAlone(pod, world.seats.crowd())) {
            var fitting = seats.stream().filter(seat -> Fit.fits(pod, seat)).toList();
            assertThat(world.rankings.of(pod.spec()).best(pod, world.seats.crowd()))
                .as("seed %d, change %d, %s", seed, i, pod.name())
                .isEqualTo(Scores.best(pod, fitting, new Rankings().of(pod.spec()), topology));
            decided += fitting.size() > 1 ? 1 : 0;
          }
        }
      }
    }
    assertThat(decided).isGreaterThan(1000);
  }

  /// Everything a scheduler asks of seats.
  private static List<String> shown(List<Seat> seats, Seat.Crowd crowd) {
    var lines = new ArrayList<String>();
    lines.add("%s %s %s".formatted(crowd.avoids(), crowd.wishes(), crowd.hasSoftTaints()));
    for (var seat : seats) {
      lines.add(
          "%s %s: %s; avoiding %s; wishing %s; %d/%d cpu, %d/%d memory; silent %d, %d; %s; %d; %d"
              .formatted(
                  seat.name(),
                  seat.taints(),
                  sorted(seat.pods().stream().map(PodFacts::toString).toList()),
                  sorted(seat.avoiding().stream().map(PodFacts::toString).toList()),
                  sorted(seat.wishing().stream().map(PodFacts::toString).toList()),
                  seat.usedCpu(),
                  seat.allCpu(),
                  seat.usedMemory(),
                  seat.allMemory(),
                  seat.silentCpu(),
                  seat.silentMemory(),
                  seat.hasPorts(),
                  seat.leastPriority(),
                  seat.count(new Seat.Kin("default", "owner-1"))));
    }
    return lines;
  }

  private static List<String> sorted(List<String> names) {
    return names.stream().sorted().toList();
  }

  /// A few nodes and pods to which anything happens.
  private static final class World {
    final SplittableRandom random;
    final Timeline timeline;
    final InMemoryKube kube;
    final Facts facts = new Facts();
    final Seats seats;
    final Rankings rankings = new Rankings();

    World(long seed) {
      random = new SplittableRandom(seed);
      timeline = new Timeline(seed, START);
      kube = InMemoryKube.shared(seed, timeline, new LaggingCourier(seed, timeline));
      seats = new Seats(kube, facts);
      for (int i = 0; i < NODES; i++) {
        node();
      }
    }

    void change() {
      switch (random.nextInt(13)) {
        case 0 -> node();
        case 1 -> kube.delete(Resource.NODES, ObjectKey.cluster(node(NODES)), Deletion.PLAIN);
        case 2 ->
            kube.edit(
                Resource.NODES,
                ObjectKey.cluster(node(NODES)),
                node -> node.withObjectProperty("spec").put("unschedulable", random.nextBoolean()));
        case 3, 4, 5, 6 -> pod(key(), node(NODES + 1));
        case 7 -> phase("Running");
        case 8 -> phase("Succeeded");
        case 9 -> kube.delete(Resource.PODS, key(), Deletion.PLAIN);
        case 10 -> kube.delete(Resource.PODS, key(), Deletion.PLAIN.within(0));
        case 11 -> resize();
        default -> {
          // Another under the same name, and nobody looked in between.
          var key = key();
          kube.delete(Resource.PODS, key, Deletion.PLAIN.within(0));
          pod(key, node(NODES + 1));
        }
      }
    }

    /// As the scheduler does it, after it has looked.
    void bind() {
      var key = key();
      kube.delete(Resource.PODS, key, Deletion.PLAIN.within(0));
      var all = seats.all();
      if (!all.isEmpty()) {
        pod(key, "");
        var pod = kube.find(Resource.PODS, key).orElseThrow();
        var seat = all.get(random.nextInt(all.size()));
        seats.take(key, facts.pod(pod), seat);
        kube.edit(
            Resource.PODS,
            key,
            bound -> bound.withObjectProperty("spec").put("nodeName", seat.name()));
      }
    }

    /// Pods without a node, one of each kind and size.
    List<PodFacts> asking() {
      var asking = new ArrayList<PodFacts>();
      for (int i = 0; i < SPECS.size(); i++) {
        for (var size : List.of("{cpu: 500m, memory: 2Gi}", "{cpu: '2'}", "{}")) {
          var key = ObjectKey.of("default", "asking-" + asking.size());
          kube.create(Resource.PODS, pod(key, SPECS.get(i), size, i == 1));
          asking.add(facts.pod(kube.find(Resource.PODS, key).orElseThrow()));
        }
      }
      return asking;
    }

    void promise(List<PodFacts> asking) {
      if (!seats.all().isEmpty() && random.nextInt(3) == 0) {
        var seat = seats.all().get(random.nextInt(seats.all().size()));
        seats.nominate(asking.get(random.nextInt(asking.size())), seat);
      }
    }

    /// One more, or other taints on one that is there.
    private void node() {
      var name = node(NODES);
      var taint =
          switch (random.nextInt(8)) {
            case 0 -> "{key: team, value: x, effect: PreferNoSchedule}";
            case 1 -> "{key: team, value: x, effect: NoSchedule}";
            default -> "";
          };
      kube.create(
          Resource.NODES,
          tree(
              """
              metadata: {name: %s, labels: {zone: %s}}
              status: {allocatable: {cpu: "%d", memory: %dGi, pods: "6"}}
              """
                  .formatted(
                      name,
                      random.nextBoolean() ? "a" : "b",
                      1 + random.nextInt(8),
                      1 + random.nextInt(16))));
      // A new one is tainted as not ready until then.
      kube.edit(
          Resource.NODES,
          ObjectKey.cluster(name),
          node ->
              node.withObjectProperty("spec")
                  .set("taints", tree("all: [%s]".formatted(taint)).path("all")));
    }

    private String node(int most) {
      return "node-" + random.nextInt(most);
    }

    private ObjectKey key() {
      return ObjectKey.of("default", "pod-" + random.nextInt(PODS));
    }

    private void pod(ObjectKey key, String node) {
      var sizes = List.of("{cpu: 250m, memory: 1Gi}", "{cpu: '1'}", "{memory: 512Mi}", "{}");
      var pod =
          pod(
              key,
              SPECS.get(random.nextInt(10) < 8 ? random.nextInt(4) : random.nextInt(SPECS.size())),
              sizes.get(random.nextInt(sizes.size())),
              random.nextInt(4) == 0);
      if (random.nextInt(4) == 0) {
        pod.withObject("/metadata")
            .set(
                "ownerReferences",
                tree("all: [{apiVersion: v1, kind: X, name: x, uid: owner-1}]").path("all"));
      }
      if (!node.isEmpty()) {
        pod.withObject("/spec").put("nodeName", node);
      }
      kube.create(Resource.PODS, pod);
    }

    private static ObjectNode pod(ObjectKey key, String spec, String requests, boolean hasPort) {
      var pod =
          tree(
              """
              metadata: {name: %s, namespace: %s, labels: {app: x}}
              spec:
                containers:
                  - {name: main, image: none, resources: {requests: %s}, ports: [%s]}
              """
                  .formatted(
                      key.name(),
                      key.namespace(),
                      requests,
                      hasPort ? "{containerPort: 80, hostPort: 80}" : ""));
      if (!spec.isEmpty()) {
        pod.withObject("/spec").setAll(tree(spec));
      }
      return pod;
    }

    private void resize() {
      var containers =
          tree("all: [{name: main, image: none, resources: {requests: {cpu: 750m}}}]").path("all");
      kube.edit(
          Resource.PODS,
          key(),
          pod -> pod.withObjectProperty("spec").set("containers", containers));
    }

    private void phase(String phase) {
      kube.edit(
          Resource.PODS,
          key(),
          pod -> {
            pod.withObjectProperty("status").put("phase", phase);
            pod.withObjectProperty("status").put("startTime", START.toString());
          });
    }
  }
}
