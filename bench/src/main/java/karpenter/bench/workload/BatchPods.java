package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.PodManifest.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Jobs with many pods of one size, heavy in cpu or in memory, that do not mind spot.
final class BatchPods {

  private static final List<Integer> CPU_HEAVY_CPUS = List.of(1, 2, 4, 4, 8, 16);
  private static final List<Integer> CPU_HEAVY_GIB_PER_CPU = List.of(1, 2);
  private static final List<Integer> MEMORY_HEAVY_CPUS = List.of(1, 2, 4);
  private static final List<Integer> MEMORY_HEAVY_GIB_PER_CPU = List.of(6, 8, 12);
  private static final List<Integer> PODS_PER_JOB = List.of(50, 100, 100, 200, 400, 800);
  private static final int SPOT_ONLY_PERCENT = 25;

  private record Job(String name, int pods, Map<String, String> requests, boolean spotOnly) {}

  private BatchPods() {}

  static List<ObjectNode> all(Draw draw, int count) {
    var pods = new ArrayList<ObjectNode>();
    for (int i = 0; pods.size() < count; i++) {
      var job = job(draw, i);
      for (int p = 0; p < job.pods() && pods.size() < count; p++) {
        pods.add(pod(draw, job, p, pods.size()));
      }
    }
    return pods;
  }

  private static Job job(Draw draw, int index) {
    boolean cpuHeavy = draw.chance(60);
    int cpus = draw.one(cpuHeavy ? CPU_HEAVY_CPUS : MEMORY_HEAVY_CPUS);
    int gib = cpus * draw.one(cpuHeavy ? CPU_HEAVY_GIB_PER_CPU : MEMORY_HEAVY_GIB_PER_CPU);
    int pods = draw.one(PODS_PER_JOB);
    boolean spotOnly = draw.chance(SPOT_ONLY_PERCENT);
    return new Job("batch-%03d".formatted(index), pods, requests("" + cpus, gib + "Gi"), spotOnly);
  }

  private static ObjectNode pod(Draw draw, Job job, int number, int index) {
    var identity = PodManifest.Identity.of(draw, "%s-%03d".formatted(job.name(), number), index);
    var pod =
        PodManifest.pending(
            identity, Map.of("batch.kubernetes.io/job-name", job.name()), job.requests());
    PodManifest.ownedByJob(draw, pod, job.name());
    SpotPools.tolerate(pod);
    if (job.spotOnly()) {
      Constraints.select(spec(pod), Labels.CAPACITY_TYPE, "spot");
    }
    return pod;
  }
}
