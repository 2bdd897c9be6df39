/// What we know of the cluster: one writer, immutable snapshots for readers.
@org.jspecify.annotations.NullMarked
package karpenter.operator.state;
