/// The control loops: each reads a snapshot, decides with `core`, and acts through a port. The same
/// classes run on a real API server and in the simulator.
@org.jspecify.annotations.NullMarked
package karpenter.operator;
