/// Which cluster to speak to, and how.
@org.jspecify.annotations.NullMarked
package karpenter.app.cluster;
