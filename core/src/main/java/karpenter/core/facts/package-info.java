/// What loops know about the objects of a cluster: slim values, one per object, never the object
/// itself. Everything a decision reads is here; what a write must preserve is here as well.
@org.jspecify.annotations.NullMarked
package karpenter.core.facts;
