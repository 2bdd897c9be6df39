package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The AWS types inside upstream's module: linux entries, the first of each name. Nine names are
/// listed for i386 as well; the 64-bit entry is the one a node runs, so i386 is passed over.
///
/// The file sells spot at a flat 0.7 of on-demand. Real ratios differ by type and zone and are far
/// lower, so they are drawn anew.
final class AwsCatalogue {

  static final String FAMILY = "karpenter.kwok.sh/instance-family";
  static final String SIZE = "karpenter.kwok.sh/instance-size";
  static final String CPU = "karpenter.kwok.sh/instance-cpu";
  static final List<String> WELL_KNOWN = List.of(FAMILY, SIZE, CPU);

  /// `m` of `m5.large`, as on AWS.
  static final String CATEGORY = "karpenter.k8s.aws/instance-category";

  /// `5` of `m5.large`, as on AWS.
  static final String GENERATION = "karpenter.k8s.aws/instance-generation";

  static final List<String> WELL_KNOWN_WITH_CATEGORY =
      List.of(FAMILY, SIZE, CPU, CATEGORY, GENERATION);

  static final String GPU = "nvidia.com/gpu";

  private static final Pattern CATEGORY_AND_GENERATION =
      Pattern.compile("^([a-z]+)(?:-\\d+tb)?(\\d+).*");

  /// Upstream's file leaves GPUs out; these are the published numbers of NVIDIA devices.
  private static final Map<String, Integer> GPUS_OF_FAMILY =
      Map.of("g3s", 1, "gr6", 1, "p3dn", 8, "p4d", 8, "p4de", 8, "p5", 8);

  private static final Map<String, Map<String, Integer>> GPUS_OF_SIZE =
      Map.of(
          "p2", Map.of("xlarge", 1, "8xlarge", 8, "16xlarge", 16),
          "p3", Map.of("2xlarge", 1, "8xlarge", 4, "16xlarge", 8),
          "g3", Map.of("4xlarge", 1, "8xlarge", 2, "16xlarge", 4),
          "g4dn", sizes(Map.of("12xlarge", 4, "metal", 8)),
          "g5", sizes(Map.of("12xlarge", 4, "24xlarge", 4, "48xlarge", 8)),
          "g5g", sizes(Map.of("16xlarge", 2, "metal", 2)),
          "g6", sizes(Map.of("12xlarge", 4, "24xlarge", 4, "48xlarge", 8)),
          "g6e", sizes(Map.of("12xlarge", 4, "24xlarge", 4, "48xlarge", 8)));

  /// All other sizes up to sixteen times `xlarge` have one.
  private static Map<String, Integer> sizes(Map<String, Integer> several) {
    var sizes = new TreeMap<String, Integer>();
    for (var size : List.of("xlarge", "2xlarge", "4xlarge", "8xlarge", "16xlarge")) {
      sizes.put(size, 1);
    }
    sizes.putAll(several);
    return sizes;
  }

  private static final Map<String, String> ARCHITECTURES =
      Map.of("x86_64", "amd64", "arm64", "arm64");
  private static final double LEAST_SPOT_RATIO = 0.16;
  private static final double MOST_SPOT_RATIO = 0.47;
  private static final double MICRO_DOLLARS = 1e6;

  private AwsCatalogue() {}

  static List<ObjectNode> types(Draw draw, Path file) throws IOException {
    var first = new LinkedHashMap<String, JsonNode>();
    for (var entry : new ObjectMapper().readTree(file.toFile())) {
      if (runsLinux(entry) && ARCHITECTURES.containsKey(entry.path("architecture").asText())) {
        first.putIfAbsent(entry.path("name").asText(), entry);
      }
    }
    // The file's own order is that of a map iteration; names give one that survives its next
    // edition.
    return new TreeMap<>(first).values().stream().map(entry -> type(draw, entry)).toList();
  }

  /// The same with the labels [#CATEGORY] and [#GENERATION]; older workloads are published without
  /// them.
  static List<ObjectNode> withCategories(List<ObjectNode> types) {
    for (var type : types) {
      var parts = CATEGORY_AND_GENERATION.matcher(type.path("name").asText());
      if (parts.matches()) {
        type.withArray("/requirements")
            .add(in(CATEGORY, parts.group(1)))
            .add(in(GENERATION, parts.group(2)));
      }
    }
    return types;
  }

  /// The types for general work, as the NodePool in Karpenter's guide to AWS chooses them.
  static void requireGeneral(ObjectNode pool) {
    NodePoolManifest.require(pool, in(CATEGORY, "c", "m", "r"));
    NodePoolManifest.require(pool, Tree.requirement(GENERATION, "Gt", List.of("2")));
  }

  /// The same with the GPUs that nodes of these types have.
  static List<ObjectNode> withGpus(List<ObjectNode> types) {
    for (var type : types) {
      int gpus = gpus(type.path("name").asText());
      if (gpus > 0) {
        type.withObject("/capacity").put(GPU, "" + gpus);
      }
    }
    return types;
  }

  private static int gpus(String type) {
    int dot = type.indexOf('.');
    var family = type.substring(0, dot);
    return GPUS_OF_SIZE
        .getOrDefault(family, Map.of())
        .getOrDefault(type.substring(dot + 1), GPUS_OF_FAMILY.getOrDefault(family, 0));
  }

  static List<String> zones(List<ObjectNode> types) {
    var zones = new TreeSet<String>();
    for (var type : types) {
      var values = InstanceTypeManifest.requirement(type, Labels.ZONE).path("values");
      values.forEach(zone -> zones.add(zone.asText()));
    }
    return List.copyOf(zones);
  }

  private static boolean runsLinux(JsonNode entry) {
    return entry.path("operatingSystems").valueStream().anyMatch(os -> os.asText().equals("linux"));
  }

  private static ObjectNode type(Draw draw, JsonNode entry) {
    var name = entry.path("name").asText();
    var capacity = new TreeMap<String, String>();
    entry
        .path("resources")
        .propertyStream()
        .forEach(r -> capacity.put(r.getKey(), r.getValue().asText()));

    var onDemand = new TreeMap<String, Double>();
    for (var offering : entry.path("offerings")) {
      if (value(offering, Labels.CAPACITY_TYPE).equals("on-demand")) {
        onDemand.put(value(offering, Labels.ZONE), offering.path("Price").asDouble());
      }
    }
    var offerings = new ArrayList<ObjectNode>();
    onDemand.forEach(
        (zone, price) -> {
          var spot = price * draw.between(LEAST_SPOT_RATIO, MOST_SPOT_RATIO);
          offerings.add(InstanceTypeManifest.offering("on-demand", zone, price));
          offerings.add(InstanceTypeManifest.offering("spot", zone, rounded(spot)));
        });

    int dot = name.indexOf('.');
    var requirements =
        List.of(
            in(Labels.INSTANCE_TYPE, name),
            in(Labels.ARCH, ARCHITECTURES.getOrDefault(entry.path("architecture").asText(), "")),
            in(Labels.OS, "linux"),
            Tree.requirement(Labels.ZONE, "In", List.copyOf(new TreeSet<>(onDemand.keySet()))),
            in(Labels.CAPACITY_TYPE, "on-demand", "spot"),
            in(FAMILY, name.substring(0, dot)),
            in(SIZE, name.substring(dot + 1)),
            in(CPU, capacity.getOrDefault("cpu", "0")));
    return InstanceTypeManifest.of(name, capacity, requirements, offerings);
  }

  private static String value(JsonNode offering, String key) {
    return offering
        .path("Requirements")
        .valueStream()
        .filter(requirement -> requirement.path("key").asText().equals(key))
        .map(requirement -> requirement.path("values").path(0).asText())
        .findFirst()
        .orElse("");
  }

  private static double rounded(double price) {
    return Math.round(price * MICRO_DOLLARS) / MICRO_DOLLARS;
  }
}
