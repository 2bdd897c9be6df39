/// Printing and applying the custom resource definitions.
@org.jspecify.annotations.NullMarked
package karpenter.app.crds;
