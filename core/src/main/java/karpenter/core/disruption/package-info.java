/// Which nodes may go, which should, and what must come in their place (spec 02 §2). Entry points:
/// `Candidates` for who may go, `Emptiness`, `DriftOrder`, `SingleNodeSearch` and `MultiNodeSearch`
/// for who should, `Validation` for whether that still holds.
///
/// Everything here is a function of its arguments; the time is one of them. A node is named by what
/// notes call it: its claim's name.
@org.jspecify.annotations.NullMarked
package karpenter.core.disruption;
