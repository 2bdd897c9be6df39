package karpenter.core.pod;

import java.util.Comparator;

/// A persistent volume claim a pod mounts, and the CSI driver that will attach it.
public record VolumeUse(String driver, String claim) implements Comparable<VolumeUse> {
  private static final Comparator<VolumeUse> ORDER =
      Comparator.comparing(VolumeUse::driver).thenComparing(VolumeUse::claim);

  @Override
  public int compareTo(VolumeUse other) {
    return ORDER.compare(this, other);
  }
}
