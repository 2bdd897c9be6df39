/// What is said about NodePools: whether their class is ready, whether their nodes register, what
/// they use, and which of their claims carry which fingerprint (spec 02 §1.18, §1.19).
@org.jspecify.annotations.NullMarked
package karpenter.core.nodepool;
