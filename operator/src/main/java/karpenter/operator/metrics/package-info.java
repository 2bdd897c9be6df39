/// What is measured, and how it is shown.
@org.jspecify.annotations.NullMarked
package karpenter.operator.metrics;
