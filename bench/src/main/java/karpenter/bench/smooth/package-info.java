/// How our packings change when a node costs more: `bench/smooth`. [SmoothCli] is the command,
/// [Smoothness] the judgement.
@NullMarked
package karpenter.bench.smooth;

import org.jspecify.annotations.NullMarked;
