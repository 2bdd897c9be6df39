/// Whether a node can be drained at all, asked before it is touched. Entry point:
/// [karpenter.core.disruption.drain.Drainability].
package karpenter.core.disruption.drain;
