@NullMarked
package karpenter.bench.document;

import org.jspecify.annotations.NullMarked;
