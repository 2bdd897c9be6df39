package karpenter.core.facts;

import java.util.List;
import java.util.Optional;
import karpenter.core.pod.PodSpec;

/// Pods of which a scheduler says the same: made by one owner from one template, with no volume to
/// tell them apart.
public final class Kin {
  private final PodSpec spec;
  private final List<Owner> owners;

  private Kin(PodSpec spec, List<Owner> owners) {
    this.spec = spec;
    this.owners = owners;
  }

  /// Empty where the pod stands for itself.
  public static Optional<Kin> of(PodFacts pod) {
    return pod.owners().isEmpty() || !pod.volumes().isEmpty() || pod.problem().isPresent()
        ? Optional.empty()
        : Optional.of(new Kin(pod.spec(), pod.owners()));
  }

  /// Pods of one template mostly share one spec, and then it is not looked into. Readers may forget
  /// a spec and read it anew, so equal ones count as the same.
  @Override
  @SuppressWarnings("ReferenceEquality")
  public boolean equals(Object other) {
    return other instanceof Kin kin
        && (spec == kin.spec || spec.equals(kin.spec))
        && owners.equals(kin.owners);
  }

  @Override
  public int hashCode() {
    return owners.getFirst().uid().hashCode();
  }
}
