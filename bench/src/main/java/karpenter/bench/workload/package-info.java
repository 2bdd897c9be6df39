/// What the benchmarks run on: workload directories, how they are read and written, and the seeded
/// generators of the built-in ones.
///
/// Entry points: [WorkloadDirectory] for any directory in the format of `docs/workload-format.md`,
/// [BuiltIn] for the named workloads. The same name and seed always give the same bytes.
@NullMarked
package karpenter.bench.workload;

import org.jspecify.annotations.NullMarked;
