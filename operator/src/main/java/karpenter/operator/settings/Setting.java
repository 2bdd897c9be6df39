package karpenter.operator.settings;

import java.math.BigDecimal;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.Churn;

/// Everything that can be set from outside, each by a flag and by an environment variable.
public enum Setting {
  KARPENTER_SERVICE("karpenter-service", Form.TEXT, "", "Accepted and ignored, as upstream does."),
  METRICS_PORT(
      "metrics-port",
      Form.PORT,
      "8080",
      "Where /metrics, /decisions, /statusz and /config are served; 0 takes any free port."),
  HEALTH_PROBE_PORT(
      "health-probe-port",
      Form.PORT,
      "8081",
      "Where /healthz and /readyz are served; 0 takes any free port."),
  KUBE_CLIENT_QPS(
      "kube-client-qps", Form.COUNT, "200", "Requests a second to the API server, on average."),
  KUBE_CLIENT_BURST(
      "kube-client-burst", Form.COUNT, "300", "Requests to the API server in a burst."),
  ENABLE_PROFILING(
      "enable-profiling", Form.SWITCH, "false", "Serves /debug/pprof/ on the metrics port."),
  DISABLE_CONTROLLER_WARMUP(
      "disable-controller-warmup",
      Form.SWITCH,
      "true",
      "Accepted and ignored: a standby always keeps its state warm."),
  DISABLE_LEADER_ELECTION(
      "disable-leader-election", Form.SWITCH, "false", "Acts without holding the lease."),
  DISABLE_CLUSTER_STATE_OBSERVABILITY(
      "disable-cluster-state-observability",
      Form.SWITCH,
      "false",
      "Leaves out the metrics of single pods, nodes and pools, and those of status conditions."),
  LEADER_ELECTION_NAME(
      "leader-election-name",
      Form.TEXT,
      "karpenter-leader-election",
      "The name of the lease that the leader holds."),
  LEADER_ELECTION_NAMESPACE(
      "leader-election-namespace",
      Form.TEXT,
      "",
      "The namespace of that lease; the pod's own when empty."),
  MEMORY_LIMIT(
      "memory-limit",
      Form.BYTES,
      "-1",
      "Accepted and ignored: the JVM asks the container for its limit, and takes three fifths of it"
          + " for the heap."),
  CPU_REQUESTS(
      "cpu-requests",
      Form.MILLICORES,
      "1000",
      "The container's CPU request in millicores: decides how many keys a loop works on at once."),
  LOG_LEVEL("log-level", Form.LOG_LEVEL, "info", "debug, info or error."),
  LOG_OUTPUT_PATHS(
      "log-output-paths", Form.WORDS, "stdout", "Where log lines go: stdout, stderr, or files."),
  LOG_ERROR_OUTPUT_PATHS(
      "log-error-output-paths",
      Form.WORDS,
      "stderr",
      "Accepted and ignored: the logger has nothing to say of itself."),
  BATCH_MAX_DURATION(
      "batch-max-duration",
      Form.DURATION,
      "10s",
      "The longest wait for more pods before nodes are planned; also sets how long a node is kept"
          + " for the pods it was promised to."),
  BATCH_IDLE_DURATION(
      "batch-idle-duration",
      Form.DURATION,
      "1s",
      "Nodes are planned when no new pod came for this long."),
  PREFERENCE_POLICY(
      "preference-policy",
      Form.PREFERENCES,
      "Respect",
      "Respect or Ignore what pods prefer, or Weigh it: a preference is kept while it costs at most"
          + " a tenth of the node's price."),
  MIN_VALUES_POLICY(
      "min-values-policy",
      Form.MIN_VALUES,
      "Strict",
      "Strict: minValues holds; BestEffort: it is relaxed where no node could be bought."),
  IGNORE_DRA_REQUESTS(
      "ignore-dra-requests",
      Form.SWITCH,
      "true",
      "Leaves pods with resource claims alone, and does not watch devices; false: they get nodes"
          + " with the devices they claim."),
  FEATURE_GATES(
      "feature-gates",
      Form.GATES,
      "NodeRepair=false,ReservedCapacity=true,SpotToSpotConsolidation=false,NodeOverlay=false,"
          + "StaticCapacity=false,CapacityBuffer=false",
      "Switches, as A=true,B=false; those not named keep their default."),
  SCHEDULER_CONFIG(
      "scheduler-config",
      Form.SCHEDULER_CONFIG,
      "",
      "YAML or JSON with podTopologySpread.defaultConstraints: the spread of pods that ask for"
          + " none."),
  NODE_COST(
      "node-cost",
      Form.MONEY,
      BigDecimal.valueOf(NodeCost.DEFAULT).toPlainString(),
      "What a node costs beside its instance, in dollars an hour: a root volume, an address, agents"
          + " licensed by node. Fewer, larger nodes are bought the higher it is; 0 counts prices of"
          + " instances only. NodePools may say otherwise with karpenter-jvm.dev/node-cost."),
  EVICTION_PRICE(
      "eviction-price",
      Form.AMOUNT,
      BigDecimal.valueOf(Churn.DEFAULT_PRICE).toPlainString(),
      "What evicting a pod costs, in dollars. Consolidation waits until a NodePool has bought no node"
          + " for pods for as long as a move needs to earn its evictions, at most an hour or twelve"
          + " times consolidateAfter; 0, or a consolidateAfter below a minute: it does not wait. karpenter-jvm.dev/eviction-price on the"
          + " Namespace, a NodePool or a node says otherwise."),
  MODE(
      "mode",
      "KARPENTER_MODE",
      Form.MODE,
      "act",
      "act, or observe: decide, record and write nothing to the cluster."),
  KUBECONFIG(
      "kubeconfig",
      Form.TEXT,
      "",
      "The file that says where the cluster is; without one, the pod's service account."),
  JOURNAL_FILE(
      "journal-file",
      Form.TEXT,
      "",
      "Appends every decision to this file, one JSON line each; at 128 MiB it becomes FILE.1."),
  CLOUD_PROVIDER(
      "cloud-provider",
      Form.TEXT,
      "kwok",
      "The cloud whose machines are bought: kwok, or one that a jar in KARPENTER_CLASS_PATH"
          + " brings."),
  INSTANCE_TYPES_FILE_PATH(
      "instance-types-file-path",
      Form.TEXT,
      "",
      "KWOK: the file of instance types; the built-in 144 when empty.");

  /// How a value is written, in a word for the documentation.
  public enum Form {
    TEXT("text"),
    WORDS("words, by comma"),
    PORT("port"),
    COUNT("number"),
    BYTES("bytes"),
    MILLICORES("millicores"),
    SWITCH("true or false"),
    DURATION("duration"),
    LOG_LEVEL("level"),
    PREFERENCES("policy"),
    MIN_VALUES("policy"),
    GATES("switches"),
    SCHEDULER_CONFIG("YAML"),
    MONEY("dollars an hour"),
    AMOUNT("dollars"),
    MODE("mode");

    private final String word;

    Form(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  private final String flag;
  private final String variable;
  private final Form form;
  private final String fallback;
  private final String meaning;

  Setting(String flag, Form form, String fallback, String meaning) {
    this.flag = flag;
    this.variable = name();
    this.form = form;
    this.fallback = fallback;
    this.meaning = meaning;
  }

  Setting(String flag, String variable, Form form, String fallback, String meaning) {
    this.flag = flag;
    this.variable = variable;
    this.form = form;
    this.fallback = fallback;
    this.meaning = meaning;
  }

  /// Without dashes.
  public String flag() {
    return flag;
  }

  /// The environment variable.
  public String variable() {
    return variable;
  }

  public Form form() {
    return form;
  }

  /// What holds when neither is given.
  public String fallback() {
    return fallback;
  }

  public String meaning() {
    return meaning;
  }
}
