/// `karpenter top`: a cluster in the terminal.
@org.jspecify.annotations.NullMarked
package karpenter.app.top;
