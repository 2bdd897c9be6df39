/// Measures which nodes each side would take away, on frozen clusters: the first command, single
/// verdicts, and all commands until there is none (`docs/benchmarks.md`).
///
/// A side is a process that has read the cluster and answers the lines of
/// `docs/workload-format.md`. [ConsolidationMeasurement] asks, [Consolidate] answers for us.
@NullMarked
package karpenter.bench.consolidation;

import org.jspecify.annotations.NullMarked;
