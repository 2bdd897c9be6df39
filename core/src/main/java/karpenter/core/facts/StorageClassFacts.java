package karpenter.core.facts;

import java.util.List;
import karpenter.core.requirement.Requirements;

/// A StorageClass, as far as it decides where a pod can run.
///
/// @param driver the CSI driver that makes its volumes, also where the class still names the
///   built-in kind
/// @param alternatives where volumes of the class may be made: one must hold; empty when anywhere
public record StorageClassFacts(
    String name,
    String driver,
    boolean bindsImmediately,
    boolean isDefault,
    List<Requirements> alternatives) {
  public StorageClassFacts {
    alternatives = List.copyOf(alternatives);
  }
}
