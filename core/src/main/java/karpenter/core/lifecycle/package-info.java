/// The life of a NodeClaim, decided on facts: launch, registration, initialization, liveness, the
/// deadline of its end; expiry, consistency, and the marks that disruption reads (spec 02 §1).
@org.jspecify.annotations.NullMarked
package karpenter.core.lifecycle;
