/// Kubernetes documents to core values, and decisions back to documents: the only place where text
/// from outside is understood.
///
/// Every reader here is total. Whatever the JSON, it yields a value or a [karpenter.api.Problem]
/// that names the field, and never an exception. Entry points: [ManifestReader] for manifests,
/// [SchedulingInputs] for benchmark workloads, [ClaimWriter] for the way back.
package karpenter.core.wire;
