/// Replaces nodes that have been ill for longer than their provider tolerates (gate NodeRepair,
/// spec 02 §3.7). Entry point: [karpenter.operator.repair.RepairLoops].
///
/// Neither budgets nor pods hold a repair back; only many ill nodes at once do.
@org.jspecify.annotations.NullMarked
package karpenter.operator.repair;
