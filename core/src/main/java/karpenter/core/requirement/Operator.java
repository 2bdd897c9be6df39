package karpenter.core.requirement;

/// The operators of a written requirement, spelled as the Kubernetes API spells them.
public enum Operator {
  In,
  NotIn,
  Exists,
  DoesNotExist,
  Gt,
  Lt,
  Gte,
  Lte
}
