package karpenter.app.lint;

import java.util.List;

/// Machines that are too dear for just any pod.
final class GpuRules {
  private static final List<String> DEVICES = List.of("nvidia.com/gpu", "amd.com/gpu");

  private GpuRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "gpu-without-taint",
            Severity.WARNING,
            "Pods that need no GPU fill GPU nodes, at many times the price.",
            "Put a taint such as nvidia.com/gpu:NoSchedule on the pool.",
            Source.INTRODUCTION.at("Best practices, 5"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isGpu() && pool.taints().isEmpty())
                    .forEach(
                        pool -> sink.at(pool, "spec.template.spec", "a GPU pool without a taint"))),
        new Rule(
            "gpu-on-spot",
            Severity.ADVICE,
            "Long runs on GPUs seldom survive an interruption.",
            "Require on-demand, unless the work saves its state every few minutes.",
            Source.PLATFORM.at("Specialized Provisioners"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isGpu() && pool.allowsSpot())
                    .forEach(
                        pool -> sink.at(pool, Pool.REQUIREMENTS, "a GPU pool that may buy spot"))),
        new Rule(
            "gpu-not-requested",
            Severity.ERROR,
            "A pod that asks for no GPU gets none, on whatever node it runs.",
            "Set resources.limits of nvidia.com/gpu in a container.",
            Source.GUIDE.at("7 GPU / ML / AI Workloads"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(GpuRules::wantsGpu)
                    .filter(workload -> !requestsGpu(workload))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.containers"),
                                "made for GPU nodes, and asks for no GPU"))));
  }

  private static boolean wantsGpu(Workload workload) {
    return DEVICES.stream().anyMatch(workload::toleratesKey)
        || workload
            .nodeSelector()
            .getOrDefault("node.kubernetes.io/instance-type", "")
            .matches("(p\\d|g\\d).*");
  }

  private static boolean requestsGpu(Workload workload) {
    return workload.containers().stream()
        .anyMatch(
            container ->
                DEVICES.stream()
                    .anyMatch(
                        device ->
                            container.at("/resources/limits").has(device)
                                || container.at("/resources/requests").has(device)));
  }
}
