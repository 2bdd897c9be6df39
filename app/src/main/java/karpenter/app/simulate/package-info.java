/// `karpenter simulate`: what days of a cluster would cost, in seconds.
///
/// [SimulateCommand] reads a trace and one or two configurations, [karpenter.simulator.trace] plays
/// them, and the forms here show what came of it.
@org.jspecify.annotations.NullMarked
package karpenter.app.simulate;
