/// The real Kubernetes API behind the port [karpenter.operator.kube.Kube], and who leads among
/// replicas.
///
/// [ApiServerKube] is the way in. It speaks HTTP with the JDK's own client and reads JSON as it
/// arrives, leaving out `managedFields`, so that a watch costs little more than the objects it
/// tells. [Connection] knows where the server is and who we are; [LeaseElection] decides who acts.
@org.jspecify.annotations.NullMarked
package karpenter.kube;
