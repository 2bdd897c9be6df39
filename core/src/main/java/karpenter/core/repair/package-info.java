/// Which nodes are so ill that they are replaced, and when so many are that none is.
@org.jspecify.annotations.NullMarked
package karpenter.core.repair;
