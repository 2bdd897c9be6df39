/// Nodes that go: marked, drained in tiers, their volumes awaited, their machines ended, and only
/// then let go (spec 02 §3). Entry point: [karpenter.operator.termination.TerminationLoops].
///
/// A node keeps its finalizer until its machine is gone; no pod is removed but by the eviction API,
/// or past a deadline by a deletion with at least a second of grace; each with its uid.
@org.jspecify.annotations.NullMarked
package karpenter.operator.termination;
