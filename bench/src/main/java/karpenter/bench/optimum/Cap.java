package karpenter.bench.optimum;

import java.util.BitSet;

/// At most so many pods of some classes share a node.
record Cap(BitSet classes, int perNode) {}
