/// Ten textbook packings, as a yardstick for the price and the number of nodes of ours.
///
/// They read a workload through the checker's model ([karpenter.bench.check.PackingModel]), share
/// no code with the engine and are held against the checker. [SimpleCli] is the command, [Packings]
/// the list.
@NullMarked
package karpenter.bench.simple;

import org.jspecify.annotations.NullMarked;
