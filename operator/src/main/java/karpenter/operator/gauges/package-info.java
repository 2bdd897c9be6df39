/// Figures about the cluster as it is: pods, nodes, pools and their conditions. They are worked out
/// from the snapshot when somebody scrapes; what takes time (a pod's start, a condition's change)
/// is noticed as it happens.
@org.jspecify.annotations.NullMarked
package karpenter.operator.gauges;
