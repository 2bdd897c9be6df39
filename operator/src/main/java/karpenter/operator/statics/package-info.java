/// Static pools (gate StaticCapacity, spec 02 §2.14): claims are made or deleted until there are as
/// many as `spec.replicas` says. Entry point: [karpenter.operator.statics.StaticLoops].
///
/// `limits.nodes` is never exceeded, counting claims that are still on their way out.
@org.jspecify.annotations.NullMarked
package karpenter.operator.statics;
