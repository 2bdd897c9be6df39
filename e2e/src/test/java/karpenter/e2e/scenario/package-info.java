/// The simulator's stories, on a real control plane.
@org.jspecify.annotations.NullMarked
package karpenter.e2e.scenario;
