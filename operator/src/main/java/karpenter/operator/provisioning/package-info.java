/// Provisioning: pods that wait are gathered for a moment, planned together, and the claims they
/// need are created (spec 01 §4).
@org.jspecify.annotations.NullMarked
package karpenter.operator.provisioning;
