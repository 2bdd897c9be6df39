/// From manifests of older versions to those of today.
///
/// Entry point: [karpenter.api.convert.Conversion]. All documents of an input are converted
/// together, because a kubelet's settings moved from the pool to its class. Every answer is one of
/// four: converted, accepted as it is, passed through because it is not ours, or refused with the
/// field that is in the way. Invariant: what is converted or accepted would be accepted by an API
/// server with our definitions, once placeholders are filled in.
package karpenter.api.convert;
