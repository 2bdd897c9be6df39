/// The rights that `deploy/rbac.yaml` grants are enough, and are the ones that `docs/rbac.md`
/// tells.
@NullMarked
package karpenter.e2e.rbac;

import org.jspecify.annotations.NullMarked;
