/// What every implementation of the port to the Kubernetes API promises: the one in memory and the
/// one that speaks to a server pass the same suite.
@org.jspecify.annotations.NullMarked
package karpenter.operator.kube;
