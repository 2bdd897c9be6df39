/// Which NodeClaims to create: what is on its way, who waits, what a pool may still hold.
@org.jspecify.annotations.NullMarked
package karpenter.core.provisioning;
