package karpenter.bench.workload;

import static karpenter.bench.workload.InstanceTypeManifest.offering;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pods of a production GPU cluster as one batch, on a catalogue with one type per distinct
/// shape of its nodes. The trace has no prices: those are ours and stand in `docs/benchmarks.md`.
final class GpuTrace {

  static final String MODEL = "gpu-model";
  static final List<String> WELL_KNOWN = List.of(MODEL);

  static final String NODE_LIST = "openb_node_list_gpu_node.csv";

  /// The file with the pods of a workload `trace-…`.
  static final Map<String, String> POD_LISTS =
      new TreeMap<>(
          Map.of(
              "trace-8152", "openb_pod_list_default.csv",
              "trace-gpuspec33", "openb_pod_list_gpuspec33.csv",
              "trace-multigpu50", "openb_pod_list_multigpu50.csv"));

  private static final String CREATION_TIME = "creation_time";
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
      double perGpu = Objects.requireNonNull(PER_GPU.get(model));
      return cents(PER_CPU * cpuMilli / 1000 + PER_GIB * memoryMib / 1024 + perGpu * gpus);
    }
  }

  static List<ObjectNode> types(Path nodeList) throws IOException {
    var table = TraceTable.read(nodeList, List.of("cpu_milli", "memory_mib", "gpu", "model"));
    var shapes = new TreeSet<Shape>();
    for (var row : table.rows()) {
      var model = row.text("model").orElse("");
      if (!PER_GPU.containsKey(model)) {
        row.refuse("model", "one of " + String.join(", ", new TreeSet<>(PER_GPU.keySet())));
      }
      shapes.add(
          new Shape(row.number("cpu_milli"), row.number("memory_mib"), row.number("gpu"), model));
    }
    table.refuseIfWrong();
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

  /// Lists of the trace differ in their columns. Without `creation_time` pods are created as in the
  /// other workloads, without `qos` they have no such label, without `gpu_spec` any model does.
  static List<ObjectNode> pods(Draw draw, Path podList) throws IOException {
    var table = TraceTable.read(podList, List.of("name", "cpu_milli", "memory_mib", "num_gpu"));
    var pods = new ArrayList<ObjectNode>();
    for (var row : table.rows()) {
      var created =
          table.has(CREATION_TIME)
              ? Draw.afterSeconds(row.number(CREATION_TIME))
              : Draw.created(pods.size());
      pods.add(pod(draw, row, created));
    }
    table.refuseIfWrong();
    return pods;
  }

  private static ObjectNode pod(Draw draw, TraceTable.Row row, String created) {
    var requests = new HashMap<String, String>();
    requests.put("cpu", row.number("cpu_milli") + "m");
    requests.put("memory", row.number("memory_mib") + "Mi");
    // Devices are not divisible without a sharing plug-in: a fraction of a GPU takes a whole one.
    int gpus = row.number("num_gpu");
    if (gpus > 0) {
      requests.put(GPU, "" + gpus);
    }
    var name = row.name("name");
    var identity = new PodManifest.Identity(name, draw.uid("pod/" + name), created);
    var labels = row.text("qos").map(qos -> Map.of("qos", qos)).orElse(Map.of());
    var pod = PodManifest.pending(identity, labels, requests);
    row.text("gpu_spec")
        .ifPresent(
            models -> {
              // Some rows name a model twice.
              var anyOf = Arrays.stream(models.split("\\|", -1)).distinct().toList();
              Constraints.requireNode(PodManifest.spec(pod), Tree.requirement(MODEL, "In", anyOf));
            });
    return pod;
  }

  private static double cents(double price) {
    return Math.round(price * 100) / 100.0;
  }
}
