/// The adapter to the API server, beside a real one.
@org.jspecify.annotations.NullMarked
package karpenter.e2e.kube;
