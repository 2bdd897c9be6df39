package karpenter.bench.workload;

/// Label keys the generators write.
final class Labels {

  static final String ZONE = "topology.kubernetes.io/zone";
  static final String HOSTNAME = "kubernetes.io/hostname";
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String ARCH = "kubernetes.io/arch";
  static final String OS = "kubernetes.io/os";
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  static final String NODE_POOL = "karpenter.sh/nodepool";
  static final String REGISTERED = "karpenter.sh/registered";
  static final String INITIALIZED = "karpenter.sh/initialized";

  private Labels() {}
}
