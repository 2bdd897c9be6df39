package karpenter.bench.workload;

import java.util.List;
import java.util.Map;

/// What a container asks for. Sizes follow the shape that published studies of Borg, Azure and
/// Alibaba clusters share: most ask for little, a few for a lot.
///
/// @param cpu in thousandths
/// @param memory in MiB
record RequestSize(int cpu, int memory) {

  private static final List<Integer> SMALL_CPU =
      List.of(50, 50, 50, 100, 100, 100, 100, 200, 200, 250, 250, 500, 500, 500);
  private static final List<Integer> LARGE_CPU = List.of(1000, 1000, 1000, 2000, 4000, 8000);
  private static final int LARGE_PERCENT = 30;
  private static final List<Integer> MEBIBYTES_PER_CPU =
      List.of(512, 1024, 2048, 2048, 4096, 4096, 8192);
  private static final int LEAST_MEBIBYTES = 64;

  static RequestSize of(Draw draw) {
    return draw.chance(LARGE_PERCENT) ? of(draw, LARGE_CPU) : small(draw);
  }

  /// At most half a cpu.
  static RequestSize small(Draw draw) {
    return of(draw, SMALL_CPU);
  }

  private static RequestSize of(Draw draw, List<Integer> cpus) {
    int cpu = draw.one(cpus);
    int memory = cpu * draw.one(MEBIBYTES_PER_CPU) / 1000;
    return new RequestSize(cpu, Math.max(LEAST_MEBIBYTES, memory));
  }

  Map<String, String> requests() {
    return PodManifest.requests(cpu + "m", memory + "Mi");
  }
}
