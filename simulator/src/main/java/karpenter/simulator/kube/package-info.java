/// The Kubernetes API in memory: [karpenter.simulator.kube.InMemoryKube] keeps the promises of the
/// contract suite that the adapter to a real server keeps. Stored trees are never changed, only
/// replaced, so that the world's own controllers may look at them without copies.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.kube;
