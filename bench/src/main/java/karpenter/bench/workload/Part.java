package karpenter.bench.workload;

/// One list of a workload, and the file that holds it.
public enum Part {
  PODS("pods.json"),
  NODE_POOLS("nodepools.json"),
  INSTANCE_TYPES("instancetypes.json"),
  NODES("nodes.json"),
  NODE_CLAIMS("nodeclaims.json"),
  BOUND_PODS("boundpods.json"),
  DAEMON_SETS("daemonsets.json"),
  NAMESPACES("namespaces.json"),
  VOLUMES("volumes.json"),
  DISRUPTION_BUDGETS("poddisruptionbudgets.json"),
  DEVICES("devices.json");

  private final String file;

  Part(String file) {
    this.file = file;
  }

  public String file() {
    return file;
  }
}
