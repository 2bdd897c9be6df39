/// A cluster in memory and in virtual time, for the real loops to run in.
@org.jspecify.annotations.NullMarked
package karpenter.simulator;
