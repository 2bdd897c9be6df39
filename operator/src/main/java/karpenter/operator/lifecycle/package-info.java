/// The life of NodeClaims, from the wish for a machine to its end, and the small loops around it
/// (spec 02 §1). [karpenter.operator.lifecycle.LifecycleLoops] lists them.
@org.jspecify.annotations.NullMarked
package karpenter.operator.lifecycle;
