/// How a node goes: which of its pods must leave it, in which order, until when, and what has to be
/// gone before the machine may be.
@org.jspecify.annotations.NullMarked
package karpenter.core.termination;
