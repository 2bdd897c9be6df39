package karpenter.core.scheduling;

import karpenter.core.device.DeviceRefusal;
import karpenter.core.pod.PodSpec;
import org.jspecify.annotations.Nullable;

/// Pods that are the same to the scheduler: one per distinct [PodSpec]. Profiles are worked out
/// when they are first needed.
final class PodClass {
  final PodSpec spec;
  final WishSets wishes;

  /// Groups that count pods of this class, and inverse entries these pods own.
  CountGroup[] counted = {};

  CountGroup[] owned = {};

  /// The groups its own constraints and wishes are about.
  CountGroup[] asked = {};

  /// Why its claims for devices rule it out from the start.
  @Nullable DeviceRefusal refusal;

  private final @Nullable Profile[] profiles;

  PodClass(PodSpec spec, WishSets wishes) {
    this.spec = spec;
    this.wishes = wishes;
    this.profiles = new @Nullable Profile[wishes.count() * spec.nodeAlternatives().size()];
  }

  boolean claimsDevices() {
    return !spec.deviceClaims().isEmpty();
  }

  int profileCount() {
    return profiles.length;
  }

  Profile profile(int index, ProfileCompiler compiler) {
    Profile known = profiles[index];
    if (known != null) return known;
    int alternatives = spec.nodeAlternatives().size();
    Profile added = compiler.compile(this, index / alternatives, index % alternatives);
    profiles[index] = added;
    return added;
  }

  /// Whether the profile gives up every wish.
  boolean isLastResort(int index) {
    return index / spec.nodeAlternatives().size() == wishes.count() - 1;
  }
}
