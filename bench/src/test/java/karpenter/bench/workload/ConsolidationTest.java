package karpenter.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import karpenter.bench.check.Checker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// On the catalogue that stands in for the one that is not ours to ship.
class ConsolidationTest {

  @TempDir private Path directory;

  /// Published figures name a cluster and nothing else, so its bytes may only change on purpose.
  @ParameterizedTest
  @CsvSource({
    "1, 4f04f2a28dd181e0cfe33c4002652e5cea612b43b1239cd332fca0deae598a13",
    "20, f383f101e4f996f30a1a97a7c1b5f3bb22891c99ad2eec960d696c81e66c0dcb",
  })
  void a_seed_always_gives_the_same_bytes(int pools, String digest) throws Exception {
    var out = directory.resolve("out");

    WorkloadDirectory.write(cluster(100, pools), out);

    assertThat(digest(out)).isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void a_third_of_the_cpus_is_asked_for_by_ten_pods_a_node(int pools) throws IOException {
    var workload = cluster(500, pools);

    long asked =
        workload.part(Part.BOUND_PODS).stream()
            .mapToLong(pod -> milli(pod.at("/spec/containers/0/resources/requests/cpu")))
            .sum();
    long room =
        workload.part(Part.NODES).stream()
            .mapToLong(node -> milli(node.at("/status/allocatable/cpu")))
            .sum();
    assertThat((double) asked / room).isBetween(0.31, 0.39);
    assertThat(workload.part(Part.BOUND_PODS)).hasSize(5_000);
    assertThat(workload.part(Part.NODE_POOLS)).hasSize(pools);
    assertThat(
            workload.part(Part.BOUND_PODS).stream()
                .map(pod -> pod.at("/metadata/labels/app").asText())
                .distinct()
                .count())
        .isGreaterThanOrEqualTo(200);
    assertThat(workload.part(Part.DISRUPTION_BUDGETS))
        .anyMatch(budget -> budget.at("/status/disruptionsAllowed").asInt() == 0)
        .anyMatch(budget -> budget.at("/status/disruptionsAllowed").asInt() == 1);
  }

  /// Else a side could be blamed for what was wrong before it came.
  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void the_cluster_keeps_the_rules_of_its_own_pods(int pools) throws IOException {
    var workload = cluster(100, pools);
    var pending = new ArrayList<JsonNode>();
    var homes = new TreeMap<String, List<String>>();
    for (var pod : workload.part(Part.BOUND_PODS)) {
      var copy = pod.<ObjectNode>deepCopy();
      copy.withObject("/spec").remove("nodeName");
      pending.add(copy);
      homes
          .computeIfAbsent(pod.at("/spec/nodeName").asText(), _ -> new ArrayList<>())
          .add(pod.at("/metadata/uid").asText());
    }
    var question = workload.with(Part.BOUND_PODS, List.of()).with(Part.PODS, pending);
    WorkloadDirectory.write(question, directory.resolve("question"));
    var existing =
        homes.entrySet().stream()
            .map(home -> Tree.object("node", home.getKey(), "pods", home.getValue()))
            .toList();
    var answer =
        Files.writeString(
            directory.resolve("answer.json"), Tree.object("existing", existing).toString());

    assertThat(Checker.check(directory.resolve("question"), answer, 0).faults()).isEmpty();
  }

  @Test
  void a_size_stands_for_both_of_its_clusters() {
    assertThat(BuiltIn.variants("consolidation-500"))
        .containsExactly("consolidation-500-pools-1", "consolidation-500-pools-20");
    assertThat(BuiltIn.variants("diverse-100")).containsExactly("diverse-100");
  }

  private Workload cluster(int nodes, int pools) throws IOException {
    return StandInCatalogue.cluster(directory, 42, nodes, pools);
  }

  private static long milli(JsonNode cpu) {
    var text = cpu.asText();
    return text.endsWith("m")
        ? Long.parseLong(text.substring(0, text.length() - 1))
        : Long.parseLong(text) * 1000;
  }

  private static String digest(Path directory) throws Exception {
    var sha = MessageDigest.getInstance("SHA-256");
    try (var files = Files.list(directory)) {
      for (var file : files.sorted().toList()) {
        sha.update(Files.readAllBytes(file));
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
