/// What the labels of a node may be.
///
/// A label is absent or one string. A [ValueSet] is a set of those states for one key, and
/// [Requirements] is one such set per key. Everything else here turns requirements into something
/// else: written terms ([RequirementTerm]), a label to put on a node ([LabelChoice]), or the reason
/// why two of them do not meet ([Conflict]).
package karpenter.core.requirement;
