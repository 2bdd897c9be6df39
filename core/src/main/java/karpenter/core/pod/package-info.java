/// What a pod needs, reduced to what decides its place.
@org.jspecify.annotations.NullMarked
package karpenter.core.pod;
