/// Fingerprints that tell whether a node still is what its pool asks for. Entry point:
/// [karpenter.api.hash.NodePoolHash].
package karpenter.api.hash;
