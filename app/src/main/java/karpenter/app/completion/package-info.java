/// `karpenter completion`: what a shell offers while a command is typed.
@org.jspecify.annotations.NullMarked
package karpenter.app.completion;
