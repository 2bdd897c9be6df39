/// Devices that pods claim (dynamic resource allocation): what there is, what is claimed, and which
/// devices a claim gets on a node. Pure and deterministic; docs/scheduling.md, section 10.
@org.jspecify.annotations.NullMarked
package karpenter.core.device;
