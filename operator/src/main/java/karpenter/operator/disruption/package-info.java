/// Disruption of our own will (spec 02 §2): nodes that are empty, drifted or not worth their price
/// go, and what must come in their place comes first.
///
/// [karpenter.operator.disruption.DisruptionLoop] decides, with the functions of `core.disruption`;
/// what it decides is handed to [karpenter.operator.disruption.Commands].
@org.jspecify.annotations.NullMarked
package karpenter.operator.disruption;
