/// Flags, environment and feature gates.
@org.jspecify.annotations.NullMarked
package karpenter.operator.settings;
