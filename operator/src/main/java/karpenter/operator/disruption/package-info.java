/// Disruption of our own will (spec 02 §2): nodes that are empty, drifted or not worth their price
/// go, and what must come in their place comes first.
///
/// [karpenter.operator.disruption.DisruptionLoop] decides, with the functions of `core.disruption`.
/// What it decides is handed to [karpenter.operator.disruption.CommandQueue], which writes it on
/// the claims before anything is done; [karpenter.operator.disruption.CommandLoop] brings it to its
/// end, also after a restart; [karpenter.operator.disruption.Cleanup] removes marks that belong to
/// nothing.
@org.jspecify.annotations.NullMarked
package karpenter.operator.disruption;
