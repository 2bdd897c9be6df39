/// What there is: nodes, pools, bound pods, daemons.
@org.jspecify.annotations.NullMarked
package karpenter.core.cluster;
