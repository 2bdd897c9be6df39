@NullMarked
package karpenter.bench.simple;

import org.jspecify.annotations.NullMarked;
