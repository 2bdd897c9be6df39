package karpenter.operator.metrics;

/// What each metric tells, in a sentence.
final class Meanings {
  private Meanings() {}

  static String of(Metric metric) {
    return switch (metric) {
      case BUILD_INFO -> "Always 1; the labels say what runs.";
      case NODECLAIMS_CREATED_TOTAL -> "NodeClaims we created, by the reason for it.";
      case NODECLAIMS_TERMINATED_TOTAL -> "NodeClaims whose finalizer we removed.";
      case NODECLAIMS_DISRUPTED_TOTAL -> "NodeClaims we deleted, by the reason for it.";
      case NODECLAIMS_UNHEALTHY_DISRUPTED_TOTAL ->
          "NodeClaims we deleted because their node was unhealthy.";
      case NODECLAIMS_INSTANCE_TERMINATION_DURATION_SECONDS ->
          "From asking for a machine's end to its being gone.";
      case NODECLAIMS_TERMINATION_DURATION_SECONDS ->
          "From a NodeClaim's deletion to the removal of its finalizer.";
      case NODES_CREATED_TOTAL -> "Nodes that registered.";
      case NODES_TERMINATED_TOTAL -> "Nodes whose finalizer we removed.";
      case NODES_DRAINED_TOTAL -> "Nodes that were drained.";
      case NODES_TERMINATION_DURATION_SECONDS ->
          "From a Node's deletion to the removal of its finalizer.";
      case NODES_LIFETIME_DURATION_SECONDS -> "How old nodes were when they went.";
      case NODES_ALLOCATABLE -> "What the node offers to pods.";
      case NODES_TOTAL_POD_REQUESTS -> "What all pods on the node request.";
      case NODES_TOTAL_POD_LIMITS -> "The limits of all pods on the node.";
      case NODES_TOTAL_DAEMON_REQUESTS -> "What the DaemonSet pods on the node request.";
      case NODES_TOTAL_DAEMON_LIMITS -> "The limits of the DaemonSet pods on the node.";
      case NODES_SYSTEM_OVERHEAD -> "What the node has and does not offer to pods.";
      case NODES_CURRENT_LIFETIME_SECONDS -> "How old the node is.";
      case CLUSTER_UTILIZATION_PERCENT -> "What pods request, of what all nodes offer.";
      case CLUSTER_STATE_NODE_COUNT -> "Nodes and NodeClaims we know of, a pair counted once.";
      case CLUSTER_STATE_SYNCED -> "1 when every watch is up to date.";
      case CLUSTER_STATE_UNSYNCED_TIME_SECONDS -> "For how long that has not been so.";
      case NODEPOOLS_LIMIT -> "What the pool may have at most.";
      case NODEPOOLS_USAGE -> "What the pool has.";
      case NODEPOOLS_COST_TOTAL -> "What the pool's nodes cost an hour.";
      case NODEPOOLS_COST_TRACKER_ERRORS_TOTAL -> "Times that cost could not be worked out.";
      case NODEPOOLS_ALLOWED_DISRUPTIONS ->
          "How many of the pool's nodes its budgets let go at once.";
      case NODEPOOLS_NODES_CONSUMING_BUDGETS -> "How many of the pool's nodes are going.";
      case PODS_STATE -> "Always 1; the labels say where the pod is and how it does.";
      case PODS_STARTUP_DURATION_SECONDS -> "From a pod's creation to its being ready.";
      case PODS_UNSTARTED_TIME_SECONDS ->
          "For how long the pod has not been ready since its creation.";
      case PODS_BOUND_DURATION_SECONDS -> "From a pod's creation to its being bound to a node.";
      case PODS_UNBOUND_TIME_SECONDS -> "For how long the pod has had no node since its creation.";
      case PODS_PROVISIONING_BOUND_DURATION_SECONDS ->
          "From our first plan for a pod to its being bound to a node.";
      case PODS_PROVISIONING_UNBOUND_TIME_SECONDS ->
          "For how long the pod has had no node since our first plan for it.";
      case PODS_PROVISIONING_STARTUP_DURATION_SECONDS ->
          "From our first plan for a pod to its being ready.";
      case PODS_PROVISIONING_UNSTARTED_TIME_SECONDS ->
          "For how long the pod has not been ready since our first plan for it.";
      case PODS_PROVISIONING_SCHEDULING_UNDECIDED_TIME_SECONDS ->
          "For how long we have seen the pod and decided nothing about it.";
      case PODS_SCHEDULING_DECISION_DURATION_SECONDS ->
          "From seeing a pod to the first decision about it.";
      case PODS_DISRUPTION_INITIATED_TOTAL -> "Pods that must move because we disrupt their node.";
      case PODS_EVICTION_REQUESTS_TOTAL -> "Requests to evict a pod, by the server's answer.";
      case PODS_DRAINED_TOTAL -> "Pods we evicted or deleted, by the reason for it.";
      case SCHEDULER_SCHEDULING_DURATION_SECONDS -> "How long planning takes.";
      case SCHEDULER_QUEUE_DEPTH -> "Pods the running plan has not come to yet.";
      case SCHEDULER_UNFINISHED_WORK_SECONDS -> "For how long the running plan has been worked on.";
      case SCHEDULER_IGNORED_PODS_COUNT ->
          "Pending pods we cannot plan for, because they are not valid.";
      case SCHEDULER_UNSCHEDULABLE_PODS_COUNT -> "Pods for which the last plan has no place.";
      case SCHEDULER_PENDING_PODS_BY_EFFECTIVE_ZONE_COUNT ->
          "Pending pods by the one zone they can run in, or flexible, or none.";
      case VOLUNTARY_DISRUPTION_DECISION_EVALUATION_DURATION_SECONDS ->
          "How long one pass of a disruption method takes.";
      case VOLUNTARY_DISRUPTION_DECISIONS_TOTAL -> "Disruptions we decided on.";
      case VOLUNTARY_DISRUPTION_DECISIONS_BY_NODEPOOL_TOTAL ->
          "Disruptions we decided on, by pool.";
      case VOLUNTARY_DISRUPTION_ELIGIBLE_NODES -> "Nodes the last pass could have disrupted.";
      case VOLUNTARY_DISRUPTION_CONSOLIDATION_TIMEOUTS_TOTAL ->
          "Consolidation passes that left nodes out. Ours end by work, not by time.";
      case VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL ->
          "Disruptions given up because the cluster had changed.";
      case VOLUNTARY_DISRUPTION_QUEUE_FAILURES_TOTAL ->
          "Disruptions that were begun and did not succeed.";
      case CONSOLIDATION_SCORE -> "Scores of consolidations under the policy Balanced.";
      case CONSOLIDATION_MOVES_TOTAL -> "Consolidations weighed under the policy Balanced.";
      case CLOUDPROVIDER_DURATION_SECONDS -> "How long calls of the provider take.";
      case CLOUDPROVIDER_ERRORS_TOTAL -> "Calls of the provider that did not succeed.";
      case DRAIN_BLOCKED_SECONDS ->
          "How long a node's drain has waited for one pod that cannot leave, by why it cannot.";
      case NODE_VERDICTS -> "Nodes by what first keeps them from being disrupted.";
      case QUARANTINED_OBJECTS -> "Objects that cannot be understood and are left out.";
      case CONTROLLER_RECONCILE_TOTAL -> "Reconciles, by what came of them.";
      case CONTROLLER_RECONCILE_ERRORS_TOTAL -> "Reconciles that failed and are tried again.";
      case CONTROLLER_TERMINAL_RECONCILE_ERRORS_TOTAL -> "Reconciles that failed for good.";
      case CONTROLLER_RECONCILE_PANICS_TOTAL -> "Reconciles that ended in a bug of ours.";
      case CONTROLLER_RECONCILE_TIMEOUTS_TOTAL ->
          "Reconciles that took too long. Kept for dashboards: ours have no time-out.";
      case CONTROLLER_RECONCILE_TIME_SECONDS -> "How long reconciles take.";
      case CONTROLLER_MAX_CONCURRENT_RECONCILES -> "How many keys the loop may work on at once.";
      case CONTROLLER_ACTIVE_WORKERS -> "How many keys the loop works on now.";
      case WORKQUEUE_DEPTH -> "Keys that wait.";
      case WORKQUEUE_ADDS_TOTAL -> "Keys that were put in.";
      case WORKQUEUE_QUEUE_DURATION_SECONDS -> "How long keys wait.";
      case WORKQUEUE_WORK_DURATION_SECONDS -> "How long keys are worked on.";
      case WORKQUEUE_UNFINISHED_WORK_SECONDS ->
          "For how long the keys at work have been worked on, added up.";
      case WORKQUEUE_LONGEST_RUNNING_PROCESSOR_SECONDS ->
          "For how long the oldest key at work has been worked on.";
      case WORKQUEUE_RETRIES_TOTAL -> "Keys put in again after a failure.";
      case CLIENT_REQUEST_DURATION_SECONDS -> "How long requests to the API server take.";
      case CLIENT_REQUEST_TOTAL -> "Requests to the API server, by its answer.";
      case LEADER_ELECTION_MASTER_STATUS -> "1 when this process holds the lease.";
      case LEADER_ELECTION_SLOWPATH_TOTAL -> "Renewals of the lease that had to read it again.";
    };
  }
}
