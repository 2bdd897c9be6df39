package karpenter.api.convert;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Metrics of Karpenter today: those of the core, as `docs/reference/metrics.md` lists them, and
/// those of the provider for AWS.
public final class KnownMetrics {
  private static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new TreeSet<>(
              List.of(
                  "karpenter_build_info",
                  "karpenter_cloudprovider_batcher_batch_size",
                  "karpenter_cloudprovider_batcher_batch_time_seconds",
                  "karpenter_cloudprovider_duration_seconds",
                  "karpenter_cloudprovider_errors_total",
                  "karpenter_cloudprovider_instance_launch_failures_total",
                  "karpenter_cloudprovider_instance_termination_failures_total",
                  "karpenter_cloudprovider_instance_type_cpu_cores",
                  "karpenter_cloudprovider_instance_type_memory_bytes",
                  "karpenter_cloudprovider_instance_type_offering_available",
                  "karpenter_cloudprovider_instance_type_offering_price_estimate",
                  "karpenter_cluster_state_node_count",
                  "karpenter_cluster_state_synced",
                  "karpenter_cluster_state_unsynced_time_seconds",
                  "karpenter_cluster_utilization_percent",
                  "karpenter_consolidation_moves_total",
                  "karpenter_consolidation_score",
                  "karpenter_ec2nodeclasses_userdata_bytes",
                  "karpenter_interruption_deleted_messages_total",
                  "karpenter_interruption_instance_status_unhealthy_total",
                  "karpenter_interruption_message_queue_duration_seconds",
                  "karpenter_interruption_received_messages_total",
                  "karpenter_jvm_drain_blocked_seconds",
                  "karpenter_jvm_node_verdicts",
                  "karpenter_jvm_quarantined_objects",
                  "karpenter_nodeclaims_created_total",
                  "karpenter_nodeclaims_disrupted_total",
                  "karpenter_nodeclaims_instance_termination_duration_seconds",
                  "karpenter_nodeclaims_terminated_total",
                  "karpenter_nodeclaims_termination_duration_seconds",
                  "karpenter_nodeclaims_unhealthy_disrupted_total",
                  "karpenter_nodepools_allowed_disruptions",
                  "karpenter_nodepools_cost_total",
                  "karpenter_nodepools_cost_tracker_errors_total",
                  "karpenter_nodepools_limit",
                  "karpenter_nodepools_nodes_consuming_budgets",
                  "karpenter_nodepools_usage",
                  "karpenter_nodes_allocatable",
                  "karpenter_nodes_created_total",
                  "karpenter_nodes_current_lifetime_seconds",
                  "karpenter_nodes_drained_total",
                  "karpenter_nodes_lifetime_duration_seconds",
                  "karpenter_nodes_system_overhead",
                  "karpenter_nodes_terminated_total",
                  "karpenter_nodes_termination_duration_seconds",
                  "karpenter_nodes_total_daemon_limits",
                  "karpenter_nodes_total_daemon_requests",
                  "karpenter_nodes_total_pod_limits",
                  "karpenter_nodes_total_pod_requests",
                  "karpenter_pods_bound_duration_seconds",
                  "karpenter_pods_disruption_initiated_total",
                  "karpenter_pods_drained_total",
                  "karpenter_pods_eviction_requests_total",
                  "karpenter_pods_provisioning_bound_duration_seconds",
                  "karpenter_pods_provisioning_scheduling_undecided_time_seconds",
                  "karpenter_pods_provisioning_startup_duration_seconds",
                  "karpenter_pods_provisioning_unbound_time_seconds",
                  "karpenter_pods_provisioning_unstarted_time_seconds",
                  "karpenter_pods_scheduling_decision_duration_seconds",
                  "karpenter_pods_startup_duration_seconds",
                  "karpenter_pods_state",
                  "karpenter_pods_unbound_time_seconds",
                  "karpenter_pods_unstarted_time_seconds",
                  "karpenter_scheduler_ignored_pods_count",
                  "karpenter_scheduler_pending_pods_by_effective_zone_count",
                  "karpenter_scheduler_queue_depth",
                  "karpenter_scheduler_scheduling_duration_seconds",
                  "karpenter_scheduler_unfinished_work_seconds",
                  "karpenter_scheduler_unschedulable_pods_count",
                  "karpenter_voluntary_disruption_consolidation_timeouts_total",
                  "karpenter_voluntary_disruption_decision_evaluation_duration_seconds",
                  "karpenter_voluntary_disruption_decisions_by_nodepool_total",
                  "karpenter_voluntary_disruption_decisions_total",
                  "karpenter_voluntary_disruption_eligible_nodes",
                  "karpenter_voluntary_disruption_failed_validations_total",
                  "karpenter_voluntary_disruption_queue_failures_total")));

  private KnownMetrics() {}

  public static Set<String> names() {
    return NAMES;
  }

  static boolean contains(String name) {
    return NAMES.contains(name);
  }
}
