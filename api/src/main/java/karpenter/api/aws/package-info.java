/// The node class of EC2.
package karpenter.api.aws;
