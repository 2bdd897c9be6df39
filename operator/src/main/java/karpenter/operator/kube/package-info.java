/// The port to the Kubernetes API. Objects are JSON trees here; readers in `core.wire` turn them
/// into facts, and nothing else looks inside.
@org.jspecify.annotations.NullMarked
package karpenter.operator.kube;
