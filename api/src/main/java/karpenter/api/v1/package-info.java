/// NodePool and NodeClaim, `karpenter.sh/v1`, and the parts they share.
package karpenter.api.v1;
