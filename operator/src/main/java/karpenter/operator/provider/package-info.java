/// The port to a cloud.
@org.jspecify.annotations.NullMarked
package karpenter.operator.provider;
