/// Objects that cannot be understood: told to whoever owns them, once, while the rest goes on.
@org.jspecify.annotations.NullMarked
package karpenter.operator.quarantine;
