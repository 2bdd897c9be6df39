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

  /// The groups and inverse entries that bear on where its pods may go; null until asked for.
  CountGroup @Nullable [] bearing;

  /// The groups its own constraints and wishes are about.
  CountGroup[] asked = {};

  /// Why its claims for devices rule it out from the start.
  @Nullable DeviceRefusal refusal;

  /// What [Shares] found for the class while no pool is full, once asked.
  Shares.@Nullable OfClass share;

  private final @Nullable Profile[] profiles;
  private PodShape.@Nullable Manners manners;
  private long @Nullable [] vector;

  PodClass(PodSpec spec, WishSets wishes) {
    this.spec = spec;
    this.wishes = wishes;
    this.profiles = new @Nullable Profile[wishes.count() * spec.nodeAlternatives().size()];
  }

  PodShape.Manners manners() {
    var known = manners;
    if (known == null) {
      known = PodShape.Manners.of(spec);
      manners = known;
    }
    return known;
  }

  /// What one pod asks for. Shared: do not change.
  long[] vector(ResourceIndex resources) {
    long[] known = vector;
    if (known == null) {
      known = resources.vector(spec.requests());
      vector = known;
    }
    return known;
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
