@NullMarked
package karpenter.bench.optimum;

import org.jspecify.annotations.NullMarked;
