/// What would become of a cluster: its state and the changes to it, played out by the operator
/// itself in virtual time.
@org.jspecify.annotations.NullMarked
package karpenter.app.against;
