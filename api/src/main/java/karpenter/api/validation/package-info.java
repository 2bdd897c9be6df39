/// Checks that a schema cannot express, or that upstream makes only once the object exists.
///
/// A NodePool or NodeOverlay that fails them is stored and stays out of use, with a condition that
/// says why. Entry points: [karpenter.api.validation.NodePoolValidation],
/// [karpenter.api.validation.NodeOverlayValidation].
package karpenter.api.validation;
