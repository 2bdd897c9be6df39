package karpenter.bench.workload;

import static karpenter.bench.workload.InstanceTypeManifest.offering;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The linear catalogue of upstream's benchmark: type i has i+1 cpu, 2(i+1) GiB and 10(i+1) pods,
/// and costs 0.1 per cpu and 0.1 per 10^9 bytes wherever it is sold.
final class FakeCatalogue {

  static final int TYPES = 400;
  static final List<String> ZONES = List.of("test-zone-1", "test-zone-2", "test-zone-3");
  static final List<String> WELL_KNOWN = List.of("size", "special", "integer");

  private static final int LARGE_ABOVE_CPU = 4;
  private static final double GIB = 1024.0 * 1024 * 1024;

  private FakeCatalogue() {}

  static List<ObjectNode> types() {
    return IntStream.range(0, TYPES).mapToObj(FakeCatalogue::type).toList();
  }

  static String name(int index) {
    return "fake-it-" + index;
  }

  static Map<String, String> capacity(int index) {
    int cpu = index + 1;
    return Map.of("cpu", "" + cpu, "memory", 2 * cpu + "Gi", "pods", "" + 10 * cpu);
  }

  private static ObjectNode type(int index) {
    int cpu = index + 1;
    double price = 0.1 * cpu + 0.1 * (2 * cpu * GIB) / 1e9;
    return InstanceTypeManifest.of(
        name(index), capacity(index), requirements(index), offerings(price));
  }

  private static List<ObjectNode> requirements(int index) {
    var requirements = new ArrayList<ObjectNode>();
    requirements.add(in(Labels.INSTANCE_TYPE, name(index)));
    requirements.add(in(Labels.ARCH, "amd64"));
    requirements.add(in(Labels.OS, "darwin", "linux", "windows"));
    requirements.add(Tree.requirement(Labels.ZONE, "In", ZONES));
    requirements.add(in(Labels.CAPACITY_TYPE, "on-demand", "spot"));
    requirements.add(in("integer", "" + (index + 1)));
    requirements.add(in("size", isLarge(index) ? "large" : "small"));
    requirements.add(
        isLarge(index)
            ? in("special", "optional")
            : Tree.requirement("special", "DoesNotExist", List.of()));
    return requirements;
  }

  static boolean isLarge(int index) {
    return index + 1 > LARGE_ABOVE_CPU;
  }

  private static List<ObjectNode> offerings(double price) {
    return List.of(
        offering("spot", "test-zone-1", price),
        offering("spot", "test-zone-2", price),
        offering("on-demand", "test-zone-1", price),
        offering("on-demand", "test-zone-2", price),
        offering("on-demand", "test-zone-3", price));
  }
}
