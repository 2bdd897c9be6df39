package karpenter.bench.simple;

/// A way to place all pods of a workload.
@FunctionalInterface
interface Packer {
  void pack(PackingRun run);
}
