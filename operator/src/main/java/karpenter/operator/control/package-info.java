/// Users' controls over disruption, as the cluster's objects set them. Entry points:
/// [karpenter.operator.control.ControlSource], which reads them, and
/// [karpenter.operator.control.ControlLoops], which says on pools how they stand.
@org.jspecify.annotations.NullMarked
package karpenter.operator.control;
