/// Warming up.
@NullMarked
package karpenter.app.rehearse;

import org.jspecify.annotations.NullMarked;
