package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.PodManifest.spec;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Training jobs: workers with 1, 2, 4 or 8 GPUs and cpu and memory in proportion, and small
/// companions without GPUs (launchers, data loaders). GPU nodes are tainted, and run the device
/// plugin. The workers of most jobs stay in one zone.
final class GpuTraining {

  private static final String GPU = AwsCatalogue.GPU;
  private static final String ACCELERATOR = "accelerator";
  private static final String NVIDIA = "nvidia";

  private static final List<Integer> GPUS = List.of(1, 1, 1, 2, 4, 8, 8);
  private static final List<Integer> CPUS_PER_GPU = List.of(3, 4, 6, 8);
  private static final List<Integer> GIB_PER_GPU = List.of(16, 24, 32, 48);
  private static final List<Integer> WORKERS = List.of(1, 1, 2, 2, 4, 4, 8, 16, 32);
  private static final int ONE_ZONE_PERCENT = 60;
  private static final int FAMILY_PERCENT = 20;
  private static final int ON_DEMAND_PERCENT = 30;
  private static final int MOST_COMPANIONS = 3;

  private record Job(
      String name,
      int workers,
      int companions,
      Map<String, String> requests,
      boolean oneZone,
      boolean onDemand,
      boolean newestOfG) {

    Map<String, String> labels() {
      return Map.of("job", name);
    }
  }

  private GpuTraining() {}

  static List<ObjectNode> pools(Draw draw) {
    var gpu = NodePoolManifest.named(draw, "gpu");
    NodePoolManifest.require(gpu, in(Labels.OS, "linux"));
    NodePoolManifest.require(gpu, in(AwsCatalogue.CATEGORY, "g", "p"));
    NodePoolManifest.taint(gpu, GPU, "present");
    NodePoolManifest.label(gpu, ACCELERATOR, NVIDIA);
    var general = NodePoolManifest.named(draw, "general");
    NodePoolManifest.require(general, in(Labels.OS, "linux"));
    AwsCatalogue.requireGeneral(general);
    return List.of(gpu, general);
  }

  static List<ObjectNode> daemonSets(Draw draw) {
    var plugin = DaemonSets.everywhere(draw, "device-plugin", requests("50m", "128Mi"));
    Constraints.select(DaemonSets.podSpec(plugin), ACCELERATOR, NVIDIA);
    return List.of(DaemonSets.everywhere(draw, "log-agent", requests("100m", "200Mi")), plugin);
  }

  static List<ObjectNode> pods(Draw draw, int count) {
    var pods = new ArrayList<ObjectNode>();
    for (int i = 0; pods.size() < count; i++) {
      var job = job(draw, i);
      for (int w = 0; w < job.workers() && pods.size() < count; w++) {
        pods.add(worker(draw, job, w, pods.size()));
      }
      for (int c = 0; c < job.companions() && pods.size() < count; c++) {
        pods.add(companion(draw, job, c, pods.size()));
      }
    }
    return pods;
  }

  private static Job job(Draw draw, int index) {
    int gpus = draw.one(GPUS);
    int cpus = gpus * draw.one(CPUS_PER_GPU);
    int gib = gpus * draw.one(GIB_PER_GPU);
    var requests = new HashMap<>(requests("" + cpus, gib + "Gi"));
    requests.put(GPU, "" + gpus);
    return new Job(
        "training-%03d".formatted(index),
        draw.one(WORKERS),
        draw.between(0, MOST_COMPANIONS),
        requests,
        draw.chance(ONE_ZONE_PERCENT),
        draw.chance(ON_DEMAND_PERCENT),
        draw.chance(FAMILY_PERCENT));
  }

  private static ObjectNode worker(Draw draw, Job job, int number, int index) {
    var identity =
        PodManifest.Identity.of(draw, "%s-worker-%02d".formatted(job.name(), number), index);
    var pod = PodManifest.pending(identity, job.labels(), job.requests());
    PodManifest.ownedByJob(draw, pod, job.name());
    Constraints.tolerate(spec(pod), GPU, "present");
    if (job.onDemand()) {
      Constraints.select(spec(pod), Labels.CAPACITY_TYPE, "on-demand");
    }
    if (job.newestOfG()) {
      Constraints.requireNode(spec(pod), in(AwsCatalogue.FAMILY, "g5", "g6"));
    }
    if (job.oneZone()) {
      Constraints.requireNear(pod, Constraints.term(Labels.ZONE, job.labels()));
    }
    return pod;
  }

  private static ObjectNode companion(Draw draw, Job job, int number, int index) {
    var identity =
        PodManifest.Identity.of(draw, "%s-companion-%d".formatted(job.name(), number), index);
    var pod = PodManifest.pending(identity, job.labels(), RequestSize.of(draw).requests());
    PodManifest.ownedByJob(draw, pod, job.name());
    if (job.oneZone()) {
      Constraints.requireNear(pod, Constraints.term(Labels.ZONE, job.labels()));
    }
    return pod;
  }
}
