package karpenter.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A small catalogue of the same form stands in for the one that is not ours to ship.
public final class StandInCatalogue {
  private static final List<String> SIZES =
      List.of("large", "xlarge", "2xlarge", "4xlarge", "8xlarge");
  private static final Map<String, Integer> GIB_PER_CPU =
      new TreeMap<>(Map.of("c5", 2, "m5", 4, "r5", 8, "c6g", 2, "m6g", 4));

  private StandInCatalogue() {}

  /// A frozen cluster whose nodes are of this catalogue.
  ///
  /// @param directory to put the catalogue in
  public static Workload cluster(Path directory, long seed, int nodes, int pools)
      throws IOException {
    var sources = sources(directory, entries());
    return BuiltIn.consolidation("cluster", new Draw(seed), sources, nodes, pools);
  }

  /// The catalogue and a few types with GPUs.
  ///
  /// @param directory to put the catalogue in
  public static Sources withGpus(Path directory) throws IOException {
    var entries = entries();
    entries.add(entry("g5", "xlarge", 4, 16));
    entries.add(entry("g5", "8xlarge", 32, 128));
    entries.add(entry("g5", "12xlarge", 48, 192));
    entries.add(entry("g5", "48xlarge", 192, 768));
    entries.add(entry("p4d", "24xlarge", 96, 1152));
    return sources(directory, entries);
  }

  private static Sources sources(Path directory, List<String> entries) throws IOException {
    var module = directory.resolve("module");
    var file = module.resolve("kwok/examples/aws_instance_types.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "[" + String.join(",", entries) + "]");
    return new Sources(module, directory);
  }

  private static List<String> entries() {
    var entries = new ArrayList<String>();
    GIB_PER_CPU.forEach(
        (family, gib) -> {
          for (int i = 0, cpus = 2; i < SIZES.size(); i++, cpus *= 2) {
            entries.add(entry(family, SIZES.get(i), cpus, cpus * gib));
          }
        });
    return entries;
  }

  private static String entry(String family, String size, int cpus, int gib) {
    var offerings = new ArrayList<String>();
    for (var zone : List.of("a", "b", "c")) {
      offerings.add(
          """
          {"Price":%s,"Available":true,"Requirements":[
            {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]},
            {"key":"topology.kubernetes.io/zone","operator":"In","values":["%s"]}]}\
          """
              .formatted(cpus * 0.04 + gib * 0.005, zone));
    }
    return """
    {"name":"%s.%s","architecture":"%s","operatingSystems":["linux"],
     "resources":{"cpu":"%d","memory":"%dGi","pods":"110"},"offerings":[%s]}\
    """
        .formatted(
            family,
            size,
            family.endsWith("g") ? "arm64" : "x86_64",
            cpus,
            gib,
            String.join(",", offerings));
  }
}
