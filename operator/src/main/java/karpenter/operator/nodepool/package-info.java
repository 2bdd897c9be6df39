/// What is said about NodePools: fingerprint, readiness, validity, health and usage (spec 02 §1.18,
/// §1.19). [karpenter.operator.nodepool.NodePoolLoops] lists the loops.
@org.jspecify.annotations.NullMarked
package karpenter.operator.nodepool;
