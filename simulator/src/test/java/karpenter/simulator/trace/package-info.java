@org.jspecify.annotations.NullMarked
package karpenter.simulator.trace;
