/// How cheap any placement could be at best, and the proof (docs/bound.md).
@org.jspecify.annotations.NullMarked
package karpenter.core.bound;
