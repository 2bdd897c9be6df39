/// Every decision, with its reasons.
@org.jspecify.annotations.NullMarked
package karpenter.operator.journal;
