/// The node class of Oracle Cloud.
package karpenter.api.oci;
