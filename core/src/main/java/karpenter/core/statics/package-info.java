/// Pools that keep a number of nodes whatever the pods want: how many are missing or too many, and
/// which go first (spec 01 §4.25, spec 02 §2.14).
@org.jspecify.annotations.NullMarked
package karpenter.core.statics;
