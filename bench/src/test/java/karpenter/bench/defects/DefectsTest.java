package karpenter.bench.defects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.WorkloadDirectory;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.wire.SchedulingInputs;
import karpenter.core.wire.WorkloadTrees;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The inputs upstream answers wrongly (`docs/differences.md`), answered by our engine. Each input
/// is shown to fail there by `bench/go/defects/run`.
class DefectsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path DEFECTS = Path.of("src/test/resources/defects");
  private static final String ZONE = "topology.kubernetes.io/zone";

  static Stream<String> defects() throws IOException {
    try (var directories = Files.list(DEFECTS)) {
      return directories
          .filter(directory -> Files.exists(directory.resolve("expected.json")))
          .map(directory -> directory.getFileName().toString())
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("defects")
  void ours_answers_as_kubernetes_would(String defect) throws IOException {
    var directory = DEFECTS.resolve(defect);
    var workload = WorkloadDirectory.read(directory);
    var input =
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

    var placement = Scheduler.solve(input.problem());

    var answer = new Answer(placement, names(workload.part(Part.PODS)));
    var expected = JSON.readTree(directory.resolve("expected.json").toFile());
    assertThat(answer.differencesFrom(expected)).isEmpty();
  }

  private static List<String> names(List<JsonNode> pods) {
    return pods.stream().map(pod -> pod.path("metadata").path("name").asText()).toList();
  }

  /// A placement by pod names. A pod whose manifest was refused has no place either.
  private record Answer(Placement placement, List<String> pods) {

    List<String> differencesFrom(JsonNode expected) {
      List<String> differences = new ArrayList<>();
      var refused = refused();
      compare(differences, "newNodes", expected.path("newNodes"), placement.newNodes().size());
      if (expected.has("refusedCount")) {
        compare(differences, "refusedCount", expected.path("refusedCount"), refused.size());
      } else if (!refused.equals(texts(expected.path("refused")))) {
        differences.add("refused " + refused + ", expected " + expected.path("refused"));
      }
      fields(expected.path("onNode"))
          .forEach((pod, node) -> check(differences, pod, nodeOf(pod), Optional.of(node.asText())));
      fields(expected.path("zones"))
          .forEach((pod, zones) -> check(differences, pod, zonesOf(pod), texts(zones)));
      fields(expected.path("types"))
          .forEach((pod, types) -> check(differences, pod, typesOf(pod), texts(types)));
      for (var pair : expected.path("sameZone")) {
        var first = zonesOf(pair.path(0).asText());
        boolean same = first.size() == 1 && first.equals(zonesOf(pair.path(1).asText()));
        if (!same) differences.add(pair + " are not in one zone");
      }
      for (var pair : expected.path("differentZones")) {
        var common = new TreeSet<>(zonesOf(pair.path(0).asText()));
        common.retainAll(zonesOf(pair.path(1).asText()));
        if (!common.isEmpty()) differences.add(pair + " may both be in " + common);
      }
      return differences;
    }

    private static void compare(List<String> into, String what, JsonNode expected, int found) {
      if (!expected.isMissingNode() && expected.asInt() != found) {
        into.add(what + " is " + found + ", expected " + expected);
      }
    }

    private static void check(List<String> into, String pod, Object found, Object expected) {
      if (!found.equals(expected)) into.add(pod + " has " + found + ", expected " + expected);
    }

    private SortedSet<String> refused() {
      var left = new TreeSet<>(pods);
      placement.order().forEach(pod -> left.remove(pod.name()));
      return left;
    }

    private Optional<String> nodeOf(String name) {
      return placement.existing().stream()
          .filter(use -> holds(use.pods(), name))
          .map(Placement.NodeUse::node)
          .findFirst();
    }

    private Optional<NewNode> newNodeOf(String name) {
      return placement.newNodes().stream().filter(node -> holds(node.pods(), name)).findFirst();
    }

    private SortedSet<String> zonesOf(String name) {
      return newNodeOf(name)
          .flatMap(node -> node.requirements().get(ZONE).finiteValues())
          .orElse(new TreeSet<>());
    }

    private SortedSet<String> typesOf(String name) {
      var types = new TreeSet<String>();
      newNodeOf(name).ifPresent(node -> node.types().forEach(type -> types.add(type.type())));
      return types;
    }

    private static boolean holds(List<Pod> pods, String name) {
      return pods.stream().anyMatch(pod -> pod.name().equals(name));
    }

    private static SortedSet<String> texts(JsonNode list) {
      var texts = new TreeSet<String>();
      list.forEach(item -> texts.add(item.asText()));
      return texts;
    }

    private static TreeMap<String, JsonNode> fields(JsonNode object) {
      var fields = new TreeMap<String, JsonNode>();
      object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      return fields;
    }
  }
}
