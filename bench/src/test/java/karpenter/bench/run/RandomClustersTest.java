package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import karpenter.bench.workload.WorkloadDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Small crowded clusters, in which limits, weights, priorities and neighbours all matter, placed
/// by our engine and judged by the checker. The named workloads have room for everybody.
@SuppressWarnings("NullAway.Init")
class RandomClustersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SEEDS = Integer.getInteger("random.clusters", 150);
  private static final int FIRST_SEED = Integer.getInteger("random.clusters.first", 1);
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  @TempDir Path root;

  @Test
  void our_placements_have_no_fault() throws IOException {
    var faults = new TreeMap<Integer, List<String>>();
    int leftOut = 0;
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      var directory = Files.createDirectories(root.resolve("seed-" + seed));
      new Cluster(new Random(seed)).write(directory);
      var placement = solve(directory);
      leftOut += placement.unplaced().size();
      var file = directory.resolve("placement-ours.json");
      JSON.writeValue(file.toFile(), placement);
      var found = Verdict.on(directory, file, 0).faults();
      if (!found.isEmpty()) faults.put(seed, found);
    }

    assertThat(faults).isEmpty();
    assertThat(leftOut).as("pods left out").isGreaterThan(SEEDS);
  }

  /// In this cluster the first packing places all; a later one, in another order, meets a limit.
  @Test
  void packing_that_places_all_is_kept_when_a_later_one_does_not() throws IOException {
    var directory = Files.createDirectories(root.resolve("all-fit"));
    new Cluster(new Random(826)).write(directory);
    assertThat(solve(directory).unplaced()).isEmpty();

    var options = directory.resolve("options.json");
    Files.writeString(options, "{\"improvementWork\": 0}");
    assertThat(solve(directory).unplaced()).isEmpty();
  }

  private static Placement solve(Path directory) throws IOException {
    try (var ours = new Engine(WorkloadDirectory.read(directory), 0)) {
      return ours.solve().placement();
    }
  }

  private record Cluster(Random draw) {
    private static final List<String> ZONES = List.of("a", "b", "c");

    void write(Path directory) throws IOException {
      int pools = 1 + draw.nextInt(4);
      int nodes = draw.nextInt(4);
      write(directory, "options", "{'preferencePolicy': '%s'}".formatted(one("Respect", "Ignore")));
      write(directory, "nodepools", list(pools, this::pool));
      write(directory, "instancetypes", list(2 + draw.nextInt(5), this::type));
      write(directory, "nodes", list(nodes, i -> node(i, pools)));
      write(directory, "boundpods", list(nodes, this::bound));
      write(directory, "pods", list(5 + draw.nextInt(20), this::pod));
    }

    private static void write(Path directory, String name, String json) throws IOException {
      Files.writeString(directory.resolve(name + ".json"), json.replace('\'', '"'));
    }

    private static String list(int size, java.util.function.IntFunction<String> item) {
      return "[" + String.join(",\n", IntStream.range(0, size).mapToObj(item).toList()) + "]";
    }

    private String one(String... values) {
      return values[draw.nextInt(values.length)];
    }

    private String pool(int index) {
      var fields = new ArrayList<String>();
      if (draw.nextBoolean()) fields.add("'weight': %d".formatted(1 + draw.nextInt(3)));
      if (draw.nextInt(3) > 0) fields.add("'limits': {%s}".formatted(limits()));
      var spec = new ArrayList<String>();
      spec.add("'nodeClassRef': {'group': 'g', 'kind': 'K', 'name': 'n'}");
      spec.add("'requirements': [%s]".formatted(demands()));
      if (draw.nextInt(5) == 0) spec.add("'taints': [{'key': 't', 'effect': 'NoSchedule'}]");
      fields.add("'template': {'spec': {%s}}".formatted(String.join(", ", spec)));
      return "{'metadata': {'name': 'pool-%d'}, 'spec': {%s}}"
          .formatted(index, String.join(", ", fields));
    }

    private String limits() {
      return draw.nextBoolean()
          ? "'cpu': '%d'".formatted(2 + draw.nextInt(16))
          : "'nodes': '%d'".formatted(1 + draw.nextInt(3));
    }

    private String demands() {
      return switch (draw.nextInt(4)) {
        case 0 -> in(ZONE, one("a", "b"), "c");
        case 1 -> in("karpenter.sh/capacity-type", one("spot", "on-demand"));
        default -> "";
      };
    }

    private static String in(String key, String... values) {
      return "{'key': '%s', 'operator': 'In', 'values': ['%s']}"
          .formatted(key, String.join("', '", values));
    }

    private String type(int index) {
      var cpu = 1 << draw.nextInt(4);
      var offerings = new ArrayList<String>();
      for (var zone : ZONES)
        for (var capacity : List.of("spot", "on-demand"))
          if (draw.nextInt(3) > 0)
            offerings.add(
                "{'price': %s, 'requirements': [%s, %s]}"
                    .formatted(
                        cpu * (10 + draw.nextInt(10)) / 100.0,
                        in(ZONE, zone),
                        in("karpenter.sh/capacity-type", capacity)));
      return """
      {'name': 'type-%d', 'capacity': {'cpu': '%d', 'memory': '%dGi', 'pods': '%d'},
       'requirements': [%s], 'offerings': [%s]}\
      """
          .formatted(
              index,
              cpu,
              cpu * (1 + draw.nextInt(4)),
              3 + draw.nextInt(8),
              in("node.kubernetes.io/instance-type", "type-" + index),
              String.join(", ", offerings));
    }

    private String node(int index, int pools) {
      var managed =
          draw.nextBoolean()
              ? "'karpenter.sh/nodepool': 'pool-%d', 'karpenter.sh/initialized': 'true', "
                  .formatted(draw.nextInt(pools))
              : "";
      return """
      {'metadata': {'name': 'node-%d', 'labels': {%s'%s': '%s'}},
       'status': {'capacity': {'cpu': '2', 'memory': '4Gi', 'pods': '8'},
                  'allocatable': {'cpu': '2', 'memory': '4Gi', 'pods': '8'}}}\
      """
          .formatted(index, managed, ZONE, one("a", "b", "c"));
    }

    private String bound(int node) {
      return pod("bound-" + node, "'nodeName': 'node-%d', ".formatted(node));
    }

    private String pod(int index) {
      return pod("pod-%02d".formatted(index), "");
    }

    private String pod(String name, String nodeName) {
      var spec = new ArrayList<String>();
      spec.add("'priority': %s".formatted(one("0", "0", "10", "100")));
      if (draw.nextInt(3) == 0) spec.add("'tolerations': [{'key': 't', 'operator': 'Exists'}]");
      if (draw.nextInt(4) == 0) spec.add("'topologySpreadConstraints': [%s]".formatted(spread()));
      // Not both: a pod in a zone of its own may start a group of its own kind there although
      // others
      // of them run elsewhere, which kube-scheduler does not allow (docs/scheduling.md, section 4).
      switch (draw.nextInt(6)) {
        case 0 -> spec.add("'nodeSelector': {'%s': '%s'}".formatted(ZONE, zone()));
        case 1, 2 -> spec.add("'affinity': {%s}".formatted(affinity()));
        default -> {}
      }
      var port = draw.nextInt(8) == 0 ? ", 'ports': [{'hostPort': 80}]" : "";
      return """
      {'metadata': {'name': '%s', 'uid': '%1$s', 'namespace': 'default',
         'creationTimestamp': '2026-01-01T00:00:00Z', 'labels': {'app': '%s'}},
       'spec': {%s%s, 'containers': [{'name': 'c'%s, 'resources': {'requests': {'cpu': '%dm', 'memory': '%dMi'}}}]}}\
      """
          .formatted(
              name,
              one("x", "y", "z"),
              nodeName,
              String.join(", ", spec),
              port,
              100 + 100 * draw.nextInt(18),
              64 << draw.nextInt(5));
    }

    private String zone() {
      return one("a", "b", "c");
    }

    private String spread() {
      return "{'topologyKey': '%s', 'maxSkew': 1, 'whenUnsatisfiable': '%s', %s}"
          .formatted(one(ZONE, HOST), one("DoNotSchedule", "ScheduleAnyway"), selector());
    }

    private String selector() {
      return "'labelSelector': {'matchLabels': {'app': '%s'}}".formatted(one("x", "y", "z"));
    }

    private String affinity() {
      var term = "{'topologyKey': '%s', %s}".formatted(one(ZONE, HOST), selector());
      var required = "'requiredDuringSchedulingIgnoredDuringExecution': [%s]";
      return switch (draw.nextInt(4)) {
        case 0 -> "'podAffinity': {%s}".formatted(required.formatted(term));
        case 1 ->
            "'nodeAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [{'weight': 1, 'preference': {'matchExpressions': [%s]}}]}"
                .formatted(in(ZONE, zone()));
        default -> "'podAntiAffinity': {%s}".formatted(required.formatted(term));
      };
    }
  }
}
