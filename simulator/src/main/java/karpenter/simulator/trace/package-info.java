/// Plays what happened to a cluster, or might, in virtual time: pods come and go, workloads are
/// scaled, machines die. What it cost, and who waited how long, is measured meanwhile.
///
/// [Simulation] is where to begin; [TraceReader] reads traces, [SyntheticTrace] makes one up.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.trace;
