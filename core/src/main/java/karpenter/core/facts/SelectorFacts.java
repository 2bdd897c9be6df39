package karpenter.core.facts;

import karpenter.core.pod.LabelSelector;

/// A Service, ReplicationController, ReplicaSet or StatefulSet: which pods belong together. Only
/// the cluster's default spread asks; nobody watches them without one.
///
/// @param selector nothing for a Service without selector
public record SelectorFacts(String namespace, String name, LabelSelector selector) {}
