package karpenter.operator.kube;

import org.junit.jupiter.api.TestInstance;

/// The promises of [Kube], theme by theme. A subclass says which one is tried ([#kube]) and how its
/// controllers get on ([#settle]); it needs our CRDs, the namespace `default`, and the controllers
/// for garbage collection and disruption budgets.
///
/// Tests share one cluster, so each makes objects of its own names and tells them from the others.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class KubeContract
    implements CreateContract,
        PatchContract,
        StatusContract,
        DeleteContract,
        FinalizerContract,
        OwnerContract,
        EvictionContract,
        CustomResourceContract,
        WatchContract {}
