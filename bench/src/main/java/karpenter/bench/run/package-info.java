/// Measures contenders on a workload, in turns, and reports them side by side.
///
/// Each contender is a process that has read the workload and solves it once per line `go`, so that
/// neither side's memory or garbage disturbs the other. [BenchCli] is the command, [Alternation]
/// the procedure, [Comparison] the result. A contender of ours implements [Contender] and is served
/// by [Serve].
@NullMarked
package karpenter.bench.run;

import org.jspecify.annotations.NullMarked;
