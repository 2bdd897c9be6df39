/// Everything of a cluster that is neither the API server nor us: scheduler, workload controllers,
/// kubelets as KWOK plays them, garbage collection, disruption budgets.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.world;
