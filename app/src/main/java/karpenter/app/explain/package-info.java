/// `karpenter explain`: why a pod waits, why a node stays, what a pool does.
@org.jspecify.annotations.NullMarked
package karpenter.app.explain;
