@NullMarked
package karpenter.bench.consolidation;

import org.jspecify.annotations.NullMarked;
