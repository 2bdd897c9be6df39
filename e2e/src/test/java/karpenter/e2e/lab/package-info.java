/// A provider of machines that another process has: the cloud of `e2e/fault-lab`, which can be made
/// to hang, to answer late or twice, and to lose answers, and which keeps a record of its own.
@org.jspecify.annotations.NullMarked
package karpenter.e2e.lab;
