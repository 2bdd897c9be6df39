/// What calls the loops: keyed queues, time, and doing several calls at once.
@org.jspecify.annotations.NullMarked
package karpenter.operator.runtime;
