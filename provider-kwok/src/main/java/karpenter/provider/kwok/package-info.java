/// The simulated cloud: a machine is a Node object, which KWOK keeps alive. Entry point:
/// [karpenter.provider.kwok.KwokProvider].
@org.jspecify.annotations.NullMarked
package karpenter.provider.kwok;
