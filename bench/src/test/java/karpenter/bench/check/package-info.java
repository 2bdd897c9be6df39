@NullMarked
package karpenter.bench.check;

import org.jspecify.annotations.NullMarked;
