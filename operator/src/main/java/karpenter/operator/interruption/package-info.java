/// Acts on the cloud's warnings that a machine will go (spec 03 §6). Entry point:
/// [karpenter.operator.interruption.InterruptionLoops].
///
/// A warning is acknowledged only after it was acted on, and acting on it twice changes nothing: a
/// crash between the two loses none.
@org.jspecify.annotations.NullMarked
package karpenter.operator.interruption;
