@NullMarked
package karpenter.bench.smooth;

import org.jspecify.annotations.NullMarked;
