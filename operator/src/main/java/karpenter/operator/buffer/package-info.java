/// CapacityBuffers: room kept free for pods that may come (spec 02 §5.1).
@org.jspecify.annotations.NullMarked
package karpenter.operator.buffer;
