/// Our operator on a real control plane: short stories that show it works there as in the simulated
/// world. The long ones are commands of their own, see docs/end-to-end.md.
@NullMarked
package karpenter.e2e.story;

import org.jspecify.annotations.NullMarked;
