/// Kubernetes events, told once.
@org.jspecify.annotations.NullMarked
package karpenter.operator.event;
