/// Virtual time, and loops that run in it one at a time.
@org.jspecify.annotations.NullMarked
package karpenter.simulator.runtime;
