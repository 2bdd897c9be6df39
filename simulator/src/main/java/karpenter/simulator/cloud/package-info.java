/// A cloud whose machines are not Kubernetes objects: they take time to boot and to end, and one
/// that nobody looks after goes on costing money.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.cloud;
