/// The ports as the simulated operator sees them: calls take virtual time, meet faults, and are the
/// moments at which its process can be killed.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.port;
