/// Writes the tables of `docs/benchmarks.md`. A block of the document names a view and the commands
/// that measure for it; [DocumentCli] runs each command once, keeps what it gave, and writes the
/// tables in place, each with a [Stamp] that says where and when.
@NullMarked
package karpenter.bench.document;

import org.jspecify.annotations.NullMarked;
