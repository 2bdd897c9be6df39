/// What an API server would say to a custom resource, without one.
///
/// Entry point: [karpenter.api.schema.Admission]. It applies defaults, drops unknown fields (with a
/// warning), and checks types, bounds, patterns and CEL rules against the CRDs in the resources.
/// Invariant: whatever the JSON, the answer is a list of problems, never an exception.
package karpenter.api.schema;
