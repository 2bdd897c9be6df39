/// Gives a test class a real control plane of its own.
@NullMarked
package karpenter.e2e.controlplane;

import org.jspecify.annotations.NullMarked;
