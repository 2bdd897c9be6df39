/// Reasons turned into sentences: why a pod has no place, what would help, and why a new node is as
/// it is. Start at Explanations; everything here runs after a solve and only when someone asks.
@org.jspecify.annotations.NullMarked
package karpenter.core.explain;
