/// `karpenter run`: the controller as a process. Settings, the cluster's API, the lease, web pages
/// and an orderly end around one [karpenter.operator.Operator].
@org.jspecify.annotations.NullMarked
package karpenter.app.run;
