/// Which pods go where, and which nodes to buy for them. Start at Scheduler; the rules are in
/// docs/scheduling.md.
@org.jspecify.annotations.NullMarked
package karpenter.core.scheduling;
