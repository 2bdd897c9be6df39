package karpenter.operator.metrics;

import java.util.List;

/// Every metric that loops, runtimes and adapters write, under upstream's name, type and labels
/// (spec 02 §4.6). Those of status conditions are named by kind and live elsewhere.
public enum Metric {
  BUILD_INFO(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_build_info",
      Buckets.NONE,
      "version",
      "goversion",
      "goarch",
      "commit"),
  NODECLAIMS_CREATED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodeclaims_created_total",
      Buckets.NONE,
      "reason",
      "nodepool",
      "min_values_relaxed"),
  NODECLAIMS_TERMINATED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodeclaims_terminated_total",
      Buckets.NONE,
      "nodepool",
      "capacity_type",
      "zone"),
  NODECLAIMS_DISRUPTED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodeclaims_disrupted_total",
      Buckets.NONE,
      "reason",
      "nodepool",
      "capacity_type",
      "consolidation_policy",
      "termination_mode"),
  NODECLAIMS_UNHEALTHY_DISRUPTED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodeclaims_unhealthy_disrupted_total",
      Buckets.NONE,
      "condition",
      "nodepool",
      "capacity_type",
      "image_id"),
  NODECLAIMS_INSTANCE_TERMINATION_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_nodeclaims_instance_termination_duration_seconds",
      Buckets.doubling(1, 11),
      "nodepool"),
  NODECLAIMS_TERMINATION_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_nodeclaims_termination_duration_seconds",
      Buckets.doubling(1, 12),
      "nodepool"),
  NODES_CREATED_TOTAL(
      Type.COUNTER, Scope.PLAIN, "karpenter_nodes_created_total", Buckets.NONE, "nodepool", "zone"),
  NODES_TERMINATED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodes_terminated_total",
      Buckets.NONE,
      "nodepool",
      "zone"),
  NODES_DRAINED_TOTAL(
      Type.COUNTER, Scope.PLAIN, "karpenter_nodes_drained_total", Buckets.NONE, "nodepool"),
  NODES_TERMINATION_DURATION_SECONDS(
      Type.SUMMARY,
      Scope.PLAIN,
      "karpenter_nodes_termination_duration_seconds",
      Buckets.NONE,
      "nodepool"),
  NODES_LIFETIME_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_nodes_lifetime_duration_seconds",
      Buckets.LIFETIMES,
      "nodepool"),
  NODES_ALLOCATABLE(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_allocatable", Buckets.NONE, "resource_type"),
  NODES_TOTAL_POD_REQUESTS(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_total_pod_requests", Buckets.NONE, "resource_type"),
  NODES_TOTAL_POD_LIMITS(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_total_pod_limits", Buckets.NONE, "resource_type"),
  NODES_TOTAL_DAEMON_REQUESTS(
      Type.GAUGE,
      Scope.NODE,
      "karpenter_nodes_total_daemon_requests",
      Buckets.NONE,
      "resource_type"),
  NODES_TOTAL_DAEMON_LIMITS(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_total_daemon_limits", Buckets.NONE, "resource_type"),
  NODES_SYSTEM_OVERHEAD(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_system_overhead", Buckets.NONE, "resource_type"),
  NODES_CURRENT_LIFETIME_SECONDS(
      Type.GAUGE, Scope.NODE, "karpenter_nodes_current_lifetime_seconds", Buckets.NONE),
  CLUSTER_UTILIZATION_PERCENT(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_cluster_utilization_percent",
      Buckets.NONE,
      "resource_type"),
  CLUSTER_STATE_NODE_COUNT(
      Type.GAUGE, Scope.PLAIN, "karpenter_cluster_state_node_count", Buckets.NONE),
  CLUSTER_STATE_SYNCED(Type.GAUGE, Scope.PLAIN, "karpenter_cluster_state_synced", Buckets.NONE),
  CLUSTER_STATE_UNSYNCED_TIME_SECONDS(
      Type.GAUGE, Scope.PLAIN, "karpenter_cluster_state_unsynced_time_seconds", Buckets.NONE),
  NODEPOOLS_LIMIT(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_nodepools_limit",
      Buckets.NONE,
      "resource_type",
      "nodepool"),
  NODEPOOLS_USAGE(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_nodepools_usage",
      Buckets.NONE,
      "resource_type",
      "nodepool"),
  NODEPOOLS_COST_TOTAL(
      Type.GAUGE, Scope.PLAIN, "karpenter_nodepools_cost_total", Buckets.NONE, "nodepool"),
  NODEPOOLS_COST_TRACKER_ERRORS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_nodepools_cost_tracker_errors_total",
      Buckets.NONE,
      "nodepool"),
  NODEPOOLS_ALLOWED_DISRUPTIONS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_nodepools_allowed_disruptions",
      Buckets.NONE,
      "nodepool",
      "reason"),
  NODEPOOLS_NODES_CONSUMING_BUDGETS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_nodepools_nodes_consuming_budgets",
      Buckets.NONE,
      "nodepool",
      "reason"),
  PODS_STATE(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_state",
      Buckets.NONE,
      "name",
      "namespace",
      "owner",
      "node",
      "scheduled",
      "nodepool",
      "zone",
      "arch",
      "capacity_type",
      "instance_type",
      "phase",
      "ready",
      "managed"),
  PODS_STARTUP_DURATION_SECONDS(
      Type.SUMMARY, Scope.PLAIN, "karpenter_pods_startup_duration_seconds", Buckets.NONE),
  PODS_UNSTARTED_TIME_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_unstarted_time_seconds",
      Buckets.NONE,
      "name",
      "namespace"),
  PODS_BOUND_DURATION_SECONDS(
      Type.HISTOGRAM, Scope.PLAIN, "karpenter_pods_bound_duration_seconds", Buckets.DURATIONS),
  PODS_UNBOUND_TIME_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_unbound_time_seconds",
      Buckets.NONE,
      "name",
      "namespace"),
  PODS_PROVISIONING_BOUND_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_pods_provisioning_bound_duration_seconds",
      Buckets.DURATIONS),
  PODS_PROVISIONING_UNBOUND_TIME_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_provisioning_unbound_time_seconds",
      Buckets.NONE,
      "name",
      "namespace"),
  PODS_PROVISIONING_STARTUP_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_pods_provisioning_startup_duration_seconds",
      Buckets.DURATIONS),
  PODS_PROVISIONING_UNSTARTED_TIME_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_provisioning_unstarted_time_seconds",
      Buckets.NONE,
      "name",
      "namespace"),
  PODS_PROVISIONING_SCHEDULING_UNDECIDED_TIME_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_pods_provisioning_scheduling_undecided_time_seconds",
      Buckets.NONE,
      "name",
      "namespace"),
  PODS_SCHEDULING_DECISION_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_pods_scheduling_decision_duration_seconds",
      Buckets.DURATIONS),
  PODS_DISRUPTION_INITIATED_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_pods_disruption_initiated_total",
      Buckets.NONE,
      "reason",
      "nodepool",
      "capacity_type",
      "consolidation_policy",
      "termination_mode"),
  PODS_EVICTION_REQUESTS_TOTAL(
      Type.COUNTER, Scope.PLAIN, "karpenter_pods_eviction_requests_total", Buckets.NONE, "code"),
  PODS_DRAINED_TOTAL(
      Type.COUNTER, Scope.PLAIN, "karpenter_pods_drained_total", Buckets.NONE, "reason"),
  SCHEDULER_SCHEDULING_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_scheduler_scheduling_duration_seconds",
      Buckets.DURATIONS,
      "controller"),
  SCHEDULER_QUEUE_DEPTH(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_scheduler_queue_depth",
      Buckets.NONE,
      "controller",
      "scheduling_id"),
  SCHEDULER_UNFINISHED_WORK_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_scheduler_unfinished_work_seconds",
      Buckets.NONE,
      "controller",
      "scheduling_id"),
  SCHEDULER_IGNORED_PODS_COUNT(
      Type.GAUGE, Scope.PLAIN, "karpenter_scheduler_ignored_pods_count", Buckets.NONE),
  SCHEDULER_UNSCHEDULABLE_PODS_COUNT(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_scheduler_unschedulable_pods_count",
      Buckets.NONE,
      "controller"),
  SCHEDULER_PENDING_PODS_BY_EFFECTIVE_ZONE_COUNT(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_scheduler_pending_pods_by_effective_zone_count",
      Buckets.NONE,
      "controller",
      "zone"),
  VOLUNTARY_DISRUPTION_DECISION_EVALUATION_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_decision_evaluation_duration_seconds",
      Buckets.DURATIONS,
      "reason",
      "consolidation_type"),
  VOLUNTARY_DISRUPTION_DECISIONS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_decisions_total",
      Buckets.NONE,
      "decision",
      "reason",
      "consolidation_type"),
  VOLUNTARY_DISRUPTION_DECISIONS_BY_NODEPOOL_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_decisions_by_nodepool_total",
      Buckets.NONE,
      "nodepool",
      "decision",
      "reason",
      "consolidation_type"),
  VOLUNTARY_DISRUPTION_ELIGIBLE_NODES(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_eligible_nodes",
      Buckets.NONE,
      "reason"),
  VOLUNTARY_DISRUPTION_CONSOLIDATION_TIMEOUTS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_consolidation_timeouts_total",
      Buckets.NONE,
      "consolidation_type"),
  VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_failed_validations_total",
      Buckets.NONE,
      "consolidation_type"),
  VOLUNTARY_DISRUPTION_QUEUE_FAILURES_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_voluntary_disruption_queue_failures_total",
      Buckets.NONE,
      "decision",
      "reason",
      "consolidation_type"),
  CONSOLIDATION_SCORE(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_consolidation_score",
      Buckets.SCORES,
      "decision",
      "nodepool",
      "policy"),
  CONSOLIDATION_MOVES_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_consolidation_moves_total",
      Buckets.NONE,
      "decision",
      "nodepool",
      "policy"),
  CLOUDPROVIDER_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "karpenter_cloudprovider_duration_seconds",
      Buckets.PROMETHEUS,
      "controller",
      "method",
      "provider"),
  CLOUDPROVIDER_ERRORS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "karpenter_cloudprovider_errors_total",
      Buckets.NONE,
      "controller",
      "method",
      "provider",
      "error"),
  QUARANTINED_OBJECTS(
      Type.GAUGE, Scope.PLAIN, "karpenter_jvm_quarantined_objects", Buckets.NONE, "kind", "reason"),
  DRAIN_BLOCKED_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "karpenter_jvm_drain_blocked_seconds",
      Buckets.NONE,
      "node_name",
      "nodepool",
      "reason"),
  NODE_VERDICTS(Type.GAUGE, Scope.PLAIN, "karpenter_jvm_node_verdicts", Buckets.NONE, "kind"),
  CONTROLLER_RECONCILE_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "controller_runtime_reconcile_total",
      Buckets.NONE,
      "controller",
      "result"),
  CONTROLLER_RECONCILE_ERRORS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "controller_runtime_reconcile_errors_total",
      Buckets.NONE,
      "controller"),
  CONTROLLER_TERMINAL_RECONCILE_ERRORS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "controller_runtime_terminal_reconcile_errors_total",
      Buckets.NONE,
      "controller"),
  CONTROLLER_RECONCILE_PANICS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "controller_runtime_reconcile_panics_total",
      Buckets.NONE,
      "controller"),
  CONTROLLER_RECONCILE_TIMEOUTS_TOTAL(
      Type.COUNTER,
      Scope.PLAIN,
      "controller_runtime_reconcile_timeouts_total",
      Buckets.NONE,
      "controller"),
  CONTROLLER_RECONCILE_TIME_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "controller_runtime_reconcile_time_seconds",
      Buckets.RECONCILES,
      "controller"),
  CONTROLLER_MAX_CONCURRENT_RECONCILES(
      Type.GAUGE,
      Scope.PLAIN,
      "controller_runtime_max_concurrent_reconciles",
      Buckets.NONE,
      "controller"),
  CONTROLLER_ACTIVE_WORKERS(
      Type.GAUGE, Scope.PLAIN, "controller_runtime_active_workers", Buckets.NONE, "controller"),
  WORKQUEUE_DEPTH(
      Type.GAUGE, Scope.PLAIN, "workqueue_depth", Buckets.NONE, "name", "controller", "priority"),
  WORKQUEUE_ADDS_TOTAL(
      Type.COUNTER, Scope.PLAIN, "workqueue_adds_total", Buckets.NONE, "name", "controller"),
  WORKQUEUE_QUEUE_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "workqueue_queue_duration_seconds",
      Buckets.growing(1e-8, 10, 12),
      "name",
      "controller"),
  WORKQUEUE_WORK_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "workqueue_work_duration_seconds",
      Buckets.growing(1e-8, 10, 12),
      "name",
      "controller"),
  WORKQUEUE_UNFINISHED_WORK_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "workqueue_unfinished_work_seconds",
      Buckets.NONE,
      "name",
      "controller"),
  WORKQUEUE_LONGEST_RUNNING_PROCESSOR_SECONDS(
      Type.GAUGE,
      Scope.PLAIN,
      "workqueue_longest_running_processor_seconds",
      Buckets.NONE,
      "name",
      "controller"),
  WORKQUEUE_RETRIES_TOTAL(
      Type.COUNTER, Scope.PLAIN, "workqueue_retries_total", Buckets.NONE, "name", "controller"),
  CLIENT_REQUEST_DURATION_SECONDS(
      Type.HISTOGRAM,
      Scope.PLAIN,
      "client_go_request_duration_seconds",
      Buckets.growing(.001, 1.5, 20),
      "verb",
      "group",
      "version",
      "kind",
      "subresource"),
  CLIENT_REQUEST_TOTAL(
      Type.COUNTER, Scope.PLAIN, "client_go_request_total", Buckets.NONE, "code", "method"),
  LEADER_ELECTION_MASTER_STATUS(
      Type.GAUGE, Scope.PLAIN, "leader_election_master_status", Buckets.NONE, "name"),
  LEADER_ELECTION_SLOWPATH_TOTAL(
      Type.COUNTER, Scope.PLAIN, "leader_election_slowpath_total", Buckets.NONE, "name");

  /// How it behaves.
  public enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM,
    SUMMARY
  }

  /// Whether a series of it carries the labels of a node besides its own.
  public enum Scope {
    PLAIN,
    /// node_name, phase, managed and one label per well-known label key, before its own.
    NODE
  }

  private final Type type;
  private final Scope scope;
  private final String exposedName;
  private final List<Double> buckets;
  private final List<String> labels;

  Metric(Type type, Scope scope, String exposedName, List<Double> buckets, String... labels) {
    this.type = type;
    this.scope = scope;
    this.exposedName = exposedName;
    this.buckets = buckets;
    this.labels = List.of(labels);
  }

  public Type type() {
    return type;
  }

  public Scope scope() {
    return scope;
  }

  public String exposedName() {
    return exposedName;
  }

  public List<Double> buckets() {
    return buckets;
  }

  /// What it tells, in a sentence.
  public String help() {
    return Meanings.of(this);
  }

  /// Without those its scope adds.
  public List<String> labels() {
    return labels;
  }
}
