package karpenter.core.pod;

/// A claim for devices that a pod uses.
///
/// @param claim names the claim; for [Sharing#OWN] the template each pod gets its own claim from
public record DeviceClaimRef(String claim, Sharing sharing) {

  public enum Sharing {
    /// One claim, whichever pods name it.
    SHARED,
    /// A claim made for each pod and used by no other.
    OWN
  }
}
