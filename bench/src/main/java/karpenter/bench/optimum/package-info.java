/// How little a workload could cost: a lower bound that no packing undercuts, and a packing of pods
/// and nodes near it, both by column generation with OR-Tools.
///
/// [PackingInstance] is the problem, [ColumnGeneration] the search, [OptimumCli] the command. Only
/// the benchmark uses OR-Tools; see `docs/adr/0011-or-tools-in-the-benchmark.md`.
@NullMarked
package karpenter.bench.optimum;

import org.jspecify.annotations.NullMarked;
