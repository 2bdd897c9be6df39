package karpenter.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInTest {

  @TempDir private Path sources;

  private static final Sources NO_SOURCES = Sources.from(Map.of(), Path.of("/nowhere"));

  /// Published figures name a workload and nothing else, so its bytes may only change on purpose.
  @ParameterizedTest
  @CsvSource({
    "diverse, b304a8f5e092a7c68ed9a43eaef3a8e39d76d47a8d6f339128d62a6edcf07ae9",
    "no-anti-affinity, d732969a7d2b96e484c275ddcba06a920dd7f7d017746dd1a899aefd2eefee32",
    "preferences, 7cf6988261a548c695459c94117686a67cfb4033795a0508d5c4981c23248544",
    "existing, 06d2dc92f895fd29698bab12e04a81e2fabeab6c5c0cd413cef2df4a1642c018",
    "daemonsets, f852a654b49a8402cd6726fdbe2309016f0c99e4bb2784649de2e0901b048eac",
    "services, 09393364d255d73a07940fcf197a29b445cdb3ba66c69c2de1d02ecc5a9894ca",
    "services-all, f35c4eb500a8a9c59bcc27ad2d57489052350660964005cc7d84abd34051c15e",
    "batch, fd212087459c959672ac6dfcc1c3a87abdeb0e7848b6aa0c21b186d116cad7dc",
    "gpu-training, 7ab4aeb7182b8a4afa84483172d5a7310cc5960ca6e651d2f5e847d8cb26086c",
    "namespaces, c878f24a8ce3dc0b5006c9986f9c671bdcfda2b9da0429b341db22b3a9507267",
    "unschedulable, 3161e97c5c5fb9df9110e8f4aef8bcda53ae7de9ecdce7801b76523c1a1a80fb",
  })
  void a_seed_always_gives_the_same_bytes(String kind, String digest, @TempDir Path directory)
      throws Exception {
    WorkloadDirectory.write(small(kind, 42), directory);

    assertThat(digest(directory)).isEqualTo(digest);
  }

  private Workload small(String kind, long seed) throws IOException {
    var draw = new Draw(seed);
    var aws = StandInCatalogue.withGpus(sources);
    return switch (kind) {
      case "diverse" -> BuiltIn.diverse(kind, draw, 100);
      case "no-anti-affinity" -> BuiltIn.noAntiAffinity(kind, draw, 100);
      case "preferences" -> BuiltIn.preferences(kind, draw, "Respect", 20);
      case "existing" -> BuiltIn.existing(kind, draw, 10, 50);
      case "daemonsets" -> BuiltIn.daemonSets(kind, draw, 10, 40);
      case "services" -> BuiltIn.services(kind, draw, aws, SpotPools.ofGeneralTypes(draw), 200);
      case "services-all" -> BuiltIn.services(kind, draw, aws, SpotPools.ofAllTypes(draw), 200);
      case "batch" -> BuiltIn.batch(kind, draw, aws, 200);
      case "gpu-training" -> BuiltIn.gpuTraining(kind, draw, aws, 100);
      case "namespaces" -> BuiltIn.manyNamespaces(kind, draw, aws, 100);
      case "unschedulable" -> BuiltIn.unschedulable(kind, draw, 16);
      default -> throw new IllegalArgumentException(kind);
    };
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

  @Test
  void another_seed_gives_other_pods() throws IOException {
    var one = small("diverse", 42).part(Part.PODS);
    var other = small("diverse", 43).part(Part.PODS);

    assertThat(one).hasSameSizeAs(other).isNotEqualTo(other);
    assertThat(uids(one)).doesNotContainAnyElementsOf(uids(other));
  }

  private static List<String> uids(List<JsonNode> objects) {
    return objects.stream().map(object -> object.at("/metadata/uid").asText()).toList();
  }

  @Test
  void services_of_all_types_have_the_same_pods_and_wider_node_pools() throws IOException {
    var general = small("services", 42);
    var all = small("services-all", 42);

    assertThat(all.part(Part.PODS).equals(general.part(Part.PODS))).isTrue();
    assertThat(all.part(Part.INSTANCE_TYPES).equals(general.part(Part.INSTANCE_TYPES))).isTrue();
    assertThat(keys(general.part(Part.NODE_POOLS).getFirst()))
        .contains(AwsCatalogue.CATEGORY, AwsCatalogue.GENERATION);
    assertThat(keys(all.part(Part.NODE_POOLS).getFirst()))
        .doesNotContain(AwsCatalogue.CATEGORY, AwsCatalogue.GENERATION);
  }

  private static List<String> keys(JsonNode pool) {
    return pool.at("/spec/template/spec/requirements")
        .valueStream()
        .map(requirement -> requirement.path("key").asText())
        .toList();
  }

  @Test
  void a_required_anti_affinity_is_left_to_small_services() throws IOException {
    var aws = StandInCatalogue.withGpus(sources);
    var pools = List.<ObjectNode>of();
    var pods = BuiltIn.services("services", new Draw(42), aws, pools, 3_000).part(Part.PODS);

    var replicas = new TreeMap<String, Integer>();
    for (var pod : pods) {
      var away = pod.at("/spec/affinity/podAntiAffinity");
      if (away.has("requiredDuringSchedulingIgnoredDuringExecution")) {
        replicas.merge(pod.at("/metadata/labels/app").asText(), 1, Integer::sum);
      }
    }

    assertThat(replicas.values()).isNotEmpty().allMatch(count -> count <= 10);
  }

  @Test
  void every_namespace_of_a_pod_exists() throws IOException {
    var workload = small("namespaces", 42);

    var namespaces =
        workload.part(Part.NAMESPACES).stream().map(n -> n.at("/metadata/name").asText()).toList();

    assertThat(workload.part(Part.PODS))
        .allMatch(pod -> namespaces.contains(pod.at("/metadata/namespace").asText()));
    assertThat(namespaces).hasSizeGreaterThan(10);
  }

  @Test
  void what_is_written_is_read_back(@TempDir Path directory) throws IOException {
    var written = small("existing", 42);

    WorkloadDirectory.write(written, directory.resolve("existing"));

    var read = WorkloadDirectory.read(directory.resolve("existing"));
    assertThat(read.name()).isEqualTo("existing");
    assertThat(read.options().equals(written.options())).isTrue();
    // Compared part by part: the failure message of a whole workload would run to megabytes.
    assertThat(Part.values()).allMatch(part -> read.part(part).equals(written.part(part)));
  }

  @Test
  void a_directory_without_lists_is_an_empty_workload(@TempDir Path directory) throws IOException {
    var workload = WorkloadDirectory.read(directory);

    assertThat(workload.part(Part.PODS)).isEmpty();
    assertThat(workload.options()).isEmpty();
  }

  @Test
  void a_part_that_is_no_list_is_refused_by_file_name(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("pods.json"), "{}");

    assertThatThrownBy(() -> WorkloadDirectory.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("pods.json");
  }

  @Test
  void the_diverse_mix_has_five_equal_groups() {
    var groups = new TreeMap<String, Integer>();
    for (var pod : BuiltIn.diverse("diverse", new Draw(1), 1_003).part(Part.PODS)) {
      groups.merge(group(pod), 1, Integer::sum);
    }

    assertThat(groups)
        .isEqualTo(
            Map.of(
                "generic", 203,
                "spread topology.kubernetes.io/zone", 200,
                "spread kubernetes.io/hostname", 200,
                "affinity", 200,
                "anti-affinity", 200));
  }

  private static String group(JsonNode pod) {
    var spec = pod.path("spec");
    if (spec.has("topologySpreadConstraints")) {
      return "spread " + spec.at("/topologySpreadConstraints/0/topologyKey").asText();
    }
    if (spec.path("affinity").has("podAffinity")) {
      return "affinity";
    }
    return spec.path("affinity").has("podAntiAffinity") ? "anti-affinity" : "generic";
  }

  @Test
  void pods_have_unique_uids_and_whole_seconds() {
    var pods = BuiltIn.diverse("diverse", new Draw(7), 500).part(Part.PODS);

    assertThat(new HashSet<>(uids(pods))).hasSize(500);
    assertThat(pods)
        .allSatisfy(
            pod ->
                assertThat(pod.at("/metadata/creationTimestamp").asText())
                    .matches("2026-01-01T00:00:\\d\\dZ"));
  }

  @Test
  void the_fake_catalogue_follows_the_published_formula() {
    var type = FakeCatalogue.types().get(4);

    assertThat(type.at("/capacity/cpu").asText()).isEqualTo("5");
    assertThat(type.at("/capacity/memory").asText()).isEqualTo("10Gi");
    assertThat(type.at("/capacity/pods").asText()).isEqualTo("50");
    assertThat(type.at("/offerings")).hasSize(5);
    assertThat(type.at("/offerings/0/price").asDouble()).isEqualTo(0.5 + 0.1 * 10737418240.0 / 1e9);
    assertThat(requirement(type, "size").at("/values/0").asText()).isEqualTo("large");
    assertThat(requirement(FakeCatalogue.types().get(3), "special").path("operator").asText())
        .isEqualTo("DoesNotExist");
  }

  private static JsonNode requirement(JsonNode type, String key) {
    return type.path("requirements")
        .valueStream()
        .filter(requirement -> requirement.path("key").asText().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void running_pods_fit_their_node() {
    var workload = BuiltIn.existing("existing", new Draw(3), 50, 10);
    var used = new TreeMap<String, Integer>();
    for (var pod : workload.part(Part.BOUND_PODS)) {
      var cpu = pod.at("/spec/containers/0/resources/requests/cpu").asText();
      var milli =
          cpu.endsWith("m") ? Integer.parseInt(cpu.replace("m", "")) : 1000 * Integer.parseInt(cpu);
      used.merge(pod.at("/spec/nodeName").asText(), milli, Integer::sum);
    }

    assertThat(workload.part(Part.NODES))
        .allSatisfy(
            node -> {
              var allocatable = node.at("/status/allocatable/cpu").asText().replace("m", "");
              assertThat(used.get(node.at("/metadata/name").asText()))
                  .isPositive()
                  .isLessThanOrEqualTo(Integer.parseInt(allocatable));
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace-8152", "trace-gpuspec33", "trace-multigpu50"})
  void a_missing_source_says_how_to_get_it(String workload) {
    assertThatThrownBy(() -> BuiltIn.generate(workload, 42, NO_SOURCES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("KARPENTER_TRACES");
  }

  @Test
  void the_name_of_a_trace_workload_chooses_the_list_of_pods(@TempDir Path traces)
      throws IOException {
    Files.writeString(
        traces.resolve("openb_node_list_gpu_node.csv"),
        "sn,cpu_milli,memory_mib,gpu,model\nn-0,96000,393216,8,G2\n");
    Files.writeString(
        traces.resolve("openb_pod_list_multigpu50.csv"),
        "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np-0,12000,16384,1,460\n");

    var workload = BuiltIn.generate("trace-multigpu50", 42, new Sources(traces, traces));

    assertThat(workload.part(Part.PODS))
        .singleElement()
        .satisfies(pod -> assertThat(pod.at("/metadata/name").asText()).isEqualTo("p-0"));
  }

  @Test
  void an_unknown_name_is_answered_with_the_known_ones() {
    assertThatThrownBy(() -> BuiltIn.generate("diverse-7", 42, NO_SOURCES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("diverse-5000");
  }
}
