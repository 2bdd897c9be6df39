/// Stories of a cluster that can be played in any world: a simulated one in virtual time, or a real
/// control plane. They act and look through the Kubernetes API alone.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.scenario;
