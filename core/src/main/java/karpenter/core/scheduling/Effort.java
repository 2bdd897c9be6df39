package karpenter.core.scheduling;

/// How far a what-if question is followed.
public enum Effort {
  /// Every pod is tried and new nodes are opened as when pods are placed in earnest.
  WHOLE,

  /// Only a move that needs at most one new node is of interest: the question ends as soon as a pod
  /// has no place or a second node would be opened. A node is opened only if it is needed, since
  /// one large node may do where two small ones would be cheaper.
  ONE_NEW_NODE
}
