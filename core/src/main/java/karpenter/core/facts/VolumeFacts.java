package karpenter.core.facts;

import java.util.List;
import java.util.Optional;
import karpenter.core.requirement.Requirements;

/// A PersistentVolume, as far as it decides where a pod can run.
///
/// @param driver that attaches it; empty for kinds without attachment, such as NFS
/// @param alternatives where it can be reached: one must hold; empty when anywhere
public record VolumeFacts(
    String name, boolean isDeleting, Optional<String> driver, List<Requirements> alternatives) {
  public VolumeFacts {
    alternatives = List.copyOf(alternatives);
  }
}
