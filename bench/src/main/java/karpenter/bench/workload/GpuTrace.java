package karpenter.bench.workload;

import static karpenter.bench.workload.InstanceTypeManifest.offering;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/// The pods of a production GPU cluster as one batch, on a catalogue with one type per distinct
/// shape of its nodes. The trace has no prices: those are ours and stand in `docs/benchmarks.md`.
final class GpuTrace {

  static final String MODEL = "gpu-model";
  static final List<String> WELL_KNOWN = List.of(MODEL);

  private static final String GPU = "nvidia.com/gpu";
  private static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");
  private static final double PER_CPU = 0.04;
  private static final double PER_GIB = 0.005;
  private static final double SPOT_RATIO = 0.35;
  private static final Map<String, Double> PER_GPU =
      Map.of(
          "T4", 0.35, "G2", 0.60, "A10", 0.80, "G3", 0.90, "P100", 1.00, "V100M16", 1.60, "V100M32",
          2.00);

  private GpuTrace() {}

  private record Shape(int cpuMilli, int memoryMib, int gpus, String model)
      implements Comparable<Shape> {

    @Override
    public int compareTo(Shape other) {
      return name().compareTo(other.name());
    }

    String name() {
      return "%s-x%d-%03dc-%04dg"
          .formatted(model.toLowerCase(Locale.ROOT), gpus, cpuMilli / 1000, memoryMib / 1024);
    }

    double price() {
      var perGpu = PER_GPU.get(model);
      if (perGpu == null) {
        throw new IllegalArgumentException("no price for GPU model " + model);
      }
      return cents(PER_CPU * cpuMilli / 1000 + PER_GIB * memoryMib / 1024 + perGpu * gpus);
    }
  }

  static List<ObjectNode> types(Path nodeList) throws IOException {
    var shapes = new TreeSet<Shape>();
    for (var row : rows(nodeList)) {
      shapes.add(
          new Shape(
              number(row, "cpu_milli"),
              number(row, "memory_mib"),
              number(row, "gpu"),
              row.getOrDefault("model", "")));
    }
    return shapes.stream().map(GpuTrace::type).toList();
  }

  private static ObjectNode type(Shape shape) {
    var capacity =
        Map.of(
            "cpu",
            shape.cpuMilli() + "m",
            "memory",
            shape.memoryMib() + "Mi",
            "pods",
            "110",
            GPU,
            "" + shape.gpus());
    var requirements =
        List.of(
            in(Labels.INSTANCE_TYPE, shape.name()),
            in(Labels.ARCH, "amd64"),
            in(Labels.OS, "linux"),
            Tree.requirement(Labels.ZONE, "In", ZONES),
            in(Labels.CAPACITY_TYPE, "on-demand", "spot"),
            in(MODEL, shape.model()));
    var offerings = new ArrayList<ObjectNode>();
    for (var zone : ZONES) {
      offerings.add(offering("on-demand", zone, shape.price()));
      offerings.add(offering("spot", zone, cents(shape.price() * SPOT_RATIO)));
    }
    return InstanceTypeManifest.of(shape.name(), capacity, requirements, offerings);
  }

  static List<ObjectNode> pods(Draw draw, Path podList) throws IOException {
    var pods = new ArrayList<ObjectNode>();
    for (var row : rows(podList)) {
      pods.add(pod(draw, row));
    }
    return pods;
  }

  private static ObjectNode pod(Draw draw, Map<String, String> row) {
    var requests = new HashMap<String, String>();
    requests.put("cpu", number(row, "cpu_milli") + "m");
    requests.put("memory", number(row, "memory_mib") + "Mi");
    // Devices are not divisible without a sharing plug-in: a fraction of a GPU takes a whole one.
    if (number(row, "num_gpu") > 0) {
      requests.put(GPU, "" + number(row, "num_gpu"));
    }
    var name = row.getOrDefault("name", "");
    var created = Draw.afterSeconds(number(row, "creation_time"));
    var identity = new PodManifest.Identity(name, draw.uid("pod/" + name), created);
    var labels = Map.of("qos", row.getOrDefault("qos", ""));
    var pod = PodManifest.pending(identity, labels, requests);
    var models = row.getOrDefault("gpu_spec", "");
    if (!models.isEmpty()) {
      var anyOf = List.of(models.split("\\|", -1));
      Constraints.requireNode(PodManifest.spec(pod), Tree.requirement(MODEL, "In", anyOf));
    }
    return pod;
  }

  private static List<Map<String, String>> rows(Path csv) throws IOException {
    var lines = Files.readAllLines(csv);
    var columns = lines.getFirst().split(",", -1);
    var rows = new ArrayList<Map<String, String>>();
    for (var line : lines.subList(1, lines.size())) {
      var cells = line.split(",", -1);
      if (cells.length != columns.length) {
        throw new IOException(csv + ": expected " + columns.length + " cells in: " + line);
      }
      var row = new HashMap<String, String>();
      for (int i = 0; i < columns.length; i++) {
        row.put(columns[i], cells[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static int number(Map<String, String> row, String column) {
    return Integer.parseInt(row.getOrDefault(column, ""));
  }

  private static double cents(double price) {
    return Math.round(price * 100) / 100.0;
  }
}
